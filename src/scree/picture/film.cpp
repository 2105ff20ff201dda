// A film shows all frames of a run in one HTML page that needs nothing else. Positions are 16-bit steps of the box,
// radius and colour are bytes: 8 bytes a body and frame, packed in base64. With polyhedra or superellipsoids there are
// 10 more: type, and orientation in 16-bit steps of 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scree/frames/body_parts.hpp"
#include "scree/picture/picture.hpp"
#include "scree/store/files.hpp"

namespace scree::output {

namespace {

// These are the page before and after its data. ball() draws each colour once; a frame is then one drawImage a ball.
// Polyhedra have the faces that look at the eye filled, lit as in pictures; superellipsoids have the contours of light
// (picture_smooth.cpp), whose normals ring() has for all bodies of about one size.
constexpr const char* kHead = R"(<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>scree</title>
<style>
html,body{margin:0;height:100%;overflow:hidden;background:#f7f6f3;color:#222;font:14px sans-serif}
canvas{display:block;cursor:grab}#bar{position:fixed;left:0;right:0;bottom:0;padding:10px 16px;display:flex;gap:12px;
align-items:center;background:#f7f6f3cc}#seek{flex:1}h1{position:fixed;left:16px;top:10px;margin:0;font-size:17px;font-weight:500}
#top{position:fixed;right:16px;top:12px;text-align:right}#scale{display:inline-block;width:160px;height:8px}
</style><h1 id="title"></h1><div id="top"><span id="scale"></span><br><span id="label"></span></div><canvas id="view"></canvas>
<div id="bar"><button id="play">Pause</button><input id="seek" type="range" min="0"><span id="time"></span></div>
<script>
const D=)";
constexpr const char* kTail = R"(;
const $=id=>document.getElementById(id),view=$('view'),g=view.getContext('2d');
const bytes=s=>Uint8Array.from(atob(s),c=>c.charCodeAt(0));
const frames=D.frames.map(f=>{const b=bytes(f.b),n=b.length/D.bytes,d=new DataView(b.buffer);
  return {t:f.t,w:f.w,n,d,b}});
const css=(c,k)=>'rgb('+[c>>16,c>>8&255,c&255].map(v=>Math.round(k>0?v+(255-v)*k:v*(1+k)))+')';
const ball=c=>{const s=document.createElement('canvas');s.width=s.height=64;const h=s.getContext('2d');
  const r=h.createRadialGradient(22,20,0,32,32,31),flat=D.flat?0:1;r.addColorStop(0,css(c,.55*flat));r.addColorStop(.55,css(c,0));r.addColorStop(1,css(c,-.45*flat));
  h.fillStyle=r;h.beginPath();h.arc(32,32,31,0,7);h.fill();return s};
const balls=D.colours.map(ball),dark=.6;
const lit=D.colours.map(c=>Array.from({length:33},(_,k)=>{const l=k/16-1;
  return css(c,D.flat?0:l>dark?.4*(l-dark)/(1-dark):-.6*(dark-l)/(1+dark))}));
$('title').textContent=D.title;$('label').textContent=D.label;
$('scale').style.background='linear-gradient(90deg,'+D.colours.slice(0,-1).map(c=>css(c,0))+')';
$('seek').max=frames.length-1;
let k=0,playing=true,yaw=D.yaw,pitch=D.pitch,zoom=1,last=0,dirty=true;
const turn=(q,p)=>{const[w,x,y,z]=q,[a,b,c]=p,tx=2*(y*c-z*b),ty=2*(z*a-x*c),tz=2*(x*b-y*a);
  return[a+w*tx+y*tz-z*ty,b+w*ty+z*tx-x*tz,c+w*tz+x*ty-y*tx]};
function draw(){
  const W=view.width=innerWidth,H=view.height=innerHeight,f=frames[k];
  const S=zoom*1.02*Math.min(W,H)/D.size,cy=Math.cos(yaw),sy=Math.sin(yaw),cp=Math.cos(pitch),sp=Math.sin(pitch),m=D.middle;
  const X=(x,y,z)=>W/2+S*(-sy*(x-m[0])+cy*(y-m[1]));
  const Y=(x,y,z)=>H/2-S*(-sp*cy*(x-m[0])-sp*sy*(y-m[1])+cp*(z-m[2]));
  const Z=(x,y,z)=>cp*cy*x+cp*sy*y+sp*z;
  const walls=alpha=>{g.strokeStyle=`rgba(91,107,123,${alpha})`;f.w.forEach((p,w)=>p&&D.walls[w].forEach(line=>{g.beginPath();
    line.forEach(v=>{const[a,b,c]=turn(p.slice(3),v);const u=[a+p[0],b+p[1],c+p[2]];g.lineTo(X(...u),Y(...u))});g.stroke()}))};
  walls(.6);
  const eye=[cp*cy,cp*sy,sp],lamp=[0,1,2].map(k=>(-.45*[-sy,cy,0][k]+.7*[-sp*cy,-sp*sy,cp][k]+.65*eye[k])/1.0563);
  const at=(R,v)=>[R[0]*v[0]+R[1]*v[1]+R[2]*v[2],R[3]*v[0]+R[4]*v[1]+R[5]*v[2],R[6]*v[0]+R[7]*v[1]+R[8]*v[2]];
  const dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2];
  const cross=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]];
  const side=cross(lamp,eye).map((v,_,s)=>v/Math.hypot(...s)),fore=cross(lamp,side),facing=dot(lamp,eye),least=-Math.sqrt(1-facing**2),rings={};
  const ring=(n,m)=>rings[n]??=Float64Array.from({length:3*n*m},(_,i)=>{const k=i/(3*m)|0,t=2*Math.PI*((i/3|0)%m)/m,x=i%3;
    const w=Math.min(k?Math.acos(least+k*(1-least)/n):Math.PI,Math.atan2(facing,-dot(eye,side)*Math.cos(t)-dot(eye,fore)*Math.sin(t)));
    return Math.cos(w)*lamp[x]+Math.sin(w)*(Math.cos(t)*side[x]+Math.sin(t)*fore[x])});
  const smooth=([r1,r2,r3,e1,e2],R,c,X0,Y0,r)=>{
    const n=Math.max(3,Math.min(16,r/4|0)),m=12+3*n,N=ring(n,m),p=2/(2-e1),q=2/(2-e2),pow=Math.pow,abs=Math.abs,sign=Math.sign;
    const[xx,xy,xz]=[0,1,2].map(i=>r*(-sy*R[i]+cy*R[3+i])),[yx,yy,yz]=[0,1,2].map(i=>r*(sp*cy*R[i]+sp*sy*R[3+i]-cp*R[6+i]));
    for(let k=0,i=0;k<n;k++){
      g.fillStyle=lit[c][Math.round(16+16*(least+(k+.5)*(1-least)/n))];g.beginPath();
      for(let j=0;j<m;j++,i+=3){
        const a=r1*(R[0]*N[i]+R[3]*N[i+1]+R[6]*N[i+2]),b=r2*(R[1]*N[i]+R[4]*N[i+1]+R[7]*N[i+2]),d=r3*(R[2]*N[i]+R[5]*N[i+1]+R[8]*N[i+2]);
        const big=Math.max(abs(a),abs(b))||1,l=big*pow(pow(abs(a)/big,p)+pow(abs(b)/big,p),1/p),top=Math.max(l,abs(d));
        const h=top*pow(pow(l/top,q)+pow(abs(d)/top,q),1/q),s=pow(l/h,q-1);
        const x=sign(a)*r1*s*pow(abs(a)/(l||1),p-1),y=sign(b)*r2*s*pow(abs(b)/(l||1),p-1),z=sign(d)*r3*pow(abs(d)/h,q-1);
        g.lineTo(X0+xx*x+xy*y+xz*z,Y0+yx*x+yy*y+yz*z)}
      g.closePath();g.fill();if(!k)g.stroke()}};
  const solid=(i,c,X0,Y0,r)=>{const o=D.bytes*i+8,q=[2,4,6,8].map(k=>f.d.getInt16(o+k,true)/32767),R=[0,0,0,0,0,0,0,0,0];
    [[1,0,0],[0,1,0],[0,0,1]].forEach((e,k)=>turn(q,e).forEach((v,j)=>R[3*j+k]=v));
    let parts=D.types[f.d.getUint16(o,true)];
    if(parts.length>1)parts=parts.map(p=>[dot(eye,at(R,p.p)),p]).sort((a,b)=>a[0]-b[0]).map(p=>p[1]);
    for(const p of parts){
      if(p.e){smooth(p.e,R,c,X0,Y0,r);continue}
      const put=v=>{const u=at(R,v);return[X0+r*(-sy*u[0]+cy*u[1]),Y0-r*(-sp*cy*u[0]-sp*sy*u[1]+cp*u[2])]};
      if(p.r){const[x,y]=put(p.p),s=r*p.r;g.drawImage(balls[c],x-s,y-s,2*s,2*s);continue}
      const V=p.v.map(put);
      p.f.forEach((loop,k)=>{const n=at(R,p.n[k]);if(dot(n,eye)<=0)return;
        g.fillStyle=lit[c][Math.max(0,Math.round(16+16*dot(n,lamp)))];g.beginPath();loop.forEach(v=>g.lineTo(V[v][0],V[v][1]));
        g.closePath();g.fill();g.stroke()})}};
  const order=new Uint32Array(f.n),depth=new Float32Array(f.n),P=new Float32Array(2*f.n);
  for(let i=0;i<f.n;i++){const x=D.lo[0]+D.step*f.d.getUint16(D.bytes*i,true),y=D.lo[1]+D.step*f.d.getUint16(D.bytes*i+2,true),
    z=D.lo[2]+D.step*f.d.getUint16(D.bytes*i+4,true);order[i]=i;depth[i]=Z(x,y,z);P[2*i]=X(x,y,z);P[2*i+1]=Y(x,y,z)}
  order.sort((a,b)=>depth[a]-depth[b]);
  g.strokeStyle='rgba(0,0,0,.3)';g.lineWidth=.4;g.lineJoin='round';
  for(const i of order){const r=S*D.r*f.b[D.bytes*i+6]/255,c=f.b[D.bytes*i+7];
    if(D.types.length)solid(i,c,P[2*i],P[2*i+1],r);else g.drawImage(balls[c],P[2*i]-r,P[2*i+1]-r,2*r,2*r)}
  g.lineWidth=1;
  walls(.2);
  $('time').textContent='t = '+f.t.toPrecision(4)+' s';$('seek').value=k}
function tick(now){if(playing&&now-last>1000/D.fps){k=(k+1)%frames.length;last=now+(k==frames.length-1?800:0);dirty=true}
  if(dirty){dirty=false;draw()}requestAnimationFrame(tick)}
$('play').onclick=()=>{playing=!playing;$('play').textContent=playing?'Pause':'Play'};
$('seek').oninput=e=>{k=+e.target.value;dirty=true;if(playing)$('play').click()};
onkeydown=e=>{if(e.key==' '){e.preventDefault();$('play').click()}};
view.onpointermove=e=>{if(!e.buttons)return;yaw-=e.movementX*.008;pitch=Math.max(-1.57,Math.min(1.57,pitch+e.movementY*.008));dirty=true};
view.onwheel=e=>{zoom*=Math.exp(-e.deltaY*.001);dirty=true};onresize=()=>{dirty=true};requestAnimationFrame(tick);
</script></html>
)";

constexpr int kColours = 64;
constexpr double kFilmSeconds = 8;  // s; the film runs at whatever rate takes so long, within reason

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= n ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::string json(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '<')
      quoted += "\\u003c";
    else if (std::uint8_t(c) >= 32)
      quoted += c;
  }
  return quoted + '"';
}
std::string json(const Vec3d& v) { return fmt::format("[{:.6g},{:.6g},{:.6g}]", v.x, v.y, v.z); }

template <class List, class F>
std::string json_list(const List& list, F&& f) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ",") + f(item);
  return "[" + text + "]";
}

std::size_t bytes_a_body(const Model& model) { return has_shapes(model) ? 18 : 8; }

// Describes the only part of its body, which stands in its axes.
std::string superellipsoid_json(const Superellipsoid& s) {
  const Vec3 r = s.r();
  return fmt::format("{{\"e\":[{:.5g},{:.5g},{:.5g},{:.5g},{:.5g}]}}", r.x, r.y, r.z, s.eps1(), s.eps2());
}

std::string part_json(const Model& model, const Part& part, Real unit) {
  const Vec3d p = Vec3d(part.pose.p / unit);
  if (is_ball(part.kind)) return fmt::format("{{\"p\":{},\"r\":{:.5g}}}", json(p), double(part.size / unit));
  if (part.kind == ShapeKind::kSuperellipsoid)
    return superellipsoid_json(model.superellipsoids[part.superellipsoid].shape);
  const PolyhedronData& shape = model.polyhedra[part.polyhedron];
  const auto vertex = [&](const Vec3& v) { return json(p + Vec3d(part.pose.R * (part.size / unit * v))); };
  const auto normal = [&](const Vec3& n) { return json(Vec3d(part.pose.R * n)); };
  std::vector<std::vector<int>> loops;
  for (std::size_t f = 0; f < shape.normals.size(); ++f)
    loops.emplace_back(shape.loop.begin() + shape.face_start[f], shape.loop.begin() + shape.face_start[f + 1]);
  const auto loop = [](const std::vector<int>& l) { return json_list(l, [](int v) { return std::to_string(v); }); };
  return fmt::format("{{\"p\":{},\"v\":{},\"n\":{},\"f\":{}}}", json(p), json_list(shape.vertices, vertex),
                     json_list(shape.normals, normal), json_list(loops, loop));
}

// Lists the parts of each type, where the bounding sphere has radius 1.
std::string types_json(const Model& model) {
  if (!has_shapes(model)) return "[]";
  return json_list(model.body_types, [&](const BodyType& type) {
    return json_list(type.parts, [&](const Part& part) { return part_json(model, part, type.bounding_radius); });
  });
}

struct Scales {
  Box box;
  double step = 1, r_max = 0, top = 1;
};

void append_16_bits(std::vector<std::uint8_t>& bytes, long value) {
  bytes.push_back(std::uint8_t(value & 255));
  bytes.push_back(std::uint8_t(value >> 8 & 255));
}

std::string frame_json(const Model& model, const Frame& frame, const Scales& scales, const std::string& colour) {
  const Bodies& b = frame.bodies;
  const bool shapes = has_shapes(model);
  const std::vector<double> values = colour_values(frame, colour);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(bytes_a_body(model) * b.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (int k = 0; k < 3; ++k)
      append_16_bits(bytes, std::clamp(std::lround((b.x[i][k] - scales.box.lo[k]) / scales.step), 0L, 65535L));
    bytes.push_back(std::uint8_t(std::clamp(std::lround(255 * double(b.radius[i]) / scales.r_max), 1L, 255L)));
    bytes.push_back(b.owner[i] == kDynamic
                        ? std::uint8_t(std::clamp(int(values[i] / scales.top * kColours), 0, kColours - 1))
                        : std::uint8_t(kColours));
    if (!shapes) continue;
    append_16_bits(bytes, long(b.type[i]));
    for (const Real q : {b.q[i].w, b.q[i].x, b.q[i].y, b.q[i].z}) append_16_bits(bytes, std::lround(32767 * double(q)));
  }
  std::string walls;
  for (const WallState& w : frame.walls)
    walls += (walls.empty() ? "" : ",") +
             (w.present ? fmt::format("[{:.6g},{:.6g},{:.6g},{:.5g},{:.5g},{:.5g},{:.5g}]", w.x.x, w.x.y, w.x.z,
                                      double(w.q.w), double(w.q.x), double(w.q.y), double(w.q.z))
                        : std::string("null"));
  return fmt::format("{{\"t\":{:.6g},\"w\":[{}],\"b\":\"{}\"}}", frame.time, walls, base64(bytes));
}

std::string walls_json(const Model& model, const Frame& first, const Box& box) {
  std::string text;
  for (std::size_t w = 0; w < model.walls.size() && w < first.walls.size(); ++w) {
    std::string lines;
    for (const Line& line : wall_outlines(model.walls[w], first.walls[w], box)) {
      std::string points;
      for (const Vec3d& p : line) points += (points.empty() ? "" : ",") + json(p);
      lines += (lines.empty() ? "[" : ",[") + points + "]";
    }
    text += (w ? ",[" : "[") + lines + "]";
  }
  return text;
}

}  // namespace

// Frames are read twice, so that memory holds one at a time: once for the scales, once for the data.
void write_film(const std::string& path, const Model& model, const std::vector<std::string>& frames,
                const PictureOptions& options) {
  const PictureOptions o = with_view(model, options);
  Scales scales;
  Frame first;
  for (const std::string& file : frames) {
    Frame frame = read_frame(file);
    const Box box = view_box(model, frame);
    scales.box.add(box.lo);
    scales.box.add(box.hi);
    for (const Real r : frame.bodies.radius) scales.r_max = std::max(scales.r_max, double(r));
    if (frame.bodies.size() > 0)
      scales.top = std::max(file == frames.front() ? 0 : scales.top, colour_top(colour_values(frame, o.colour)));
    if (file == frames.front()) first = std::move(frame);
  }
  const Vec3d size = scales.box.hi - scales.box.lo;
  scales.step = std::max({size.x, size.y, size.z}) / 65535;

  const Vec3d eye = Camera(o.view).eye;
  std::string colours;
  for (int k = 0; k < kColours; ++k) colours += fmt::format("{},", viridis((k + 0.5) / kColours));
  // Seen straight from above, x is to the right, as in pictures.
  const double yaw = std::abs(eye.z) < kUpright ? std::atan2(eye.y, eye.x) : -std::numbers::pi / 2;
  std::string page = kHead;
  page += fmt::format(
      "{{\"title\":{},\"label\":{},\"lo\":{},\"step\":{:.9g},\"middle\":{},\"size\":{:.6g},\"r\":{:.6g},\"fps\":{:.4g},"
      "\"yaw\":{:.4g},\"pitch\":{:.4g},\"colours\":[{}{}],\"bytes\":{},\"flat\":{},\"types\":{},\"walls\":[{}],\n"
      "\"frames\":[\n",
      json(model.title), json(fmt::format("{} 0 .. {:.3g}", colour_label(o.colour), scales.top)), json(scales.box.lo),
      scales.step, json(0.5 * (scales.box.lo + scales.box.hi)), norm(size), scales.r_max,
      std::clamp(double(frames.size()) / kFilmSeconds, 8.0, 60.0), yaw, std::asin(eye.z), colours, 0xb9bcc0,
      bytes_a_body(model), model.settings.dimension == 2, types_json(model), walls_json(model, first, scales.box));
  for (const std::string& file : frames)
    page += (file == frames.front() ? "" : ",\n") + frame_json(model, read_frame(file), scales, o.colour);
  page += "]}";
  make_folder_of(path);
  write_whole_file(path, page + kTail);
}

}  // namespace scree::output
