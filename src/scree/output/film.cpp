// All frames of a run in one HTML page that needs nothing else. Positions are 16-bit steps of the box, radius and
// colour bytes: 8 bytes a body and frame, packed in base64.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/output/files.hpp"
#include "scree/output/picture.hpp"

namespace scree::output {

namespace {

// The page before and after its data. ball() draws each colour once; a frame is then one drawImage a body.
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
const frames=D.frames.map(f=>{const b=bytes(f.b),n=b.length/8,d=new DataView(b.buffer);
  return {t:f.t,w:f.w,n,d,b}});
const css=(c,k)=>'rgb('+[c>>16,c>>8&255,c&255].map(v=>Math.round(k>0?v+(255-v)*k:v*(1+k)))+')';
const ball=c=>{const s=document.createElement('canvas');s.width=s.height=64;const h=s.getContext('2d');
  const r=h.createRadialGradient(22,20,0,32,32,31);r.addColorStop(0,css(c,.55));r.addColorStop(.55,css(c,0));r.addColorStop(1,css(c,-.45));
  h.fillStyle=r;h.beginPath();h.arc(32,32,31,0,7);h.fill();return s};
const balls=D.colours.map(ball);
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
  const order=new Uint32Array(f.n),depth=new Float32Array(f.n),P=new Float32Array(2*f.n);
  for(let i=0;i<f.n;i++){const x=D.lo[0]+D.step*f.d.getUint16(8*i,true),y=D.lo[1]+D.step*f.d.getUint16(8*i+2,true),
    z=D.lo[2]+D.step*f.d.getUint16(8*i+4,true);order[i]=i;depth[i]=Z(x,y,z);P[2*i]=X(x,y,z);P[2*i+1]=Y(x,y,z)}
  order.sort((a,b)=>depth[a]-depth[b]);
  for(const i of order){const r=S*D.r*f.b[8*i+6]/255;g.drawImage(balls[f.b[8*i+7]],P[2*i]-r,P[2*i+1]-r,2*r,2*r)}
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
constexpr double kFilmSeconds = 8;  // played at whatever rate takes so long, within reason

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

struct Scales {
  Box box;
  double step = 1, r_max = 0, top = 1;
};

std::string frame_json(const Frame& frame, const Scales& scales, const std::string& colour) {
  const Bodies& b = frame.bodies;
  const std::vector<double> values = colour_values(frame, colour);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(8 * b.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const auto u = std::uint16_t(std::clamp(std::lround((b.x[i][k] - scales.box.lo[k]) / scales.step), 0L, 65535L));
      bytes.push_back(std::uint8_t(u & 255));
      bytes.push_back(std::uint8_t(u >> 8));
    }
    bytes.push_back(std::uint8_t(std::clamp(std::lround(255 * double(b.radius[i]) / scales.r_max), 1L, 255L)));
    bytes.push_back(b.owner[i] == kFree
                        ? std::uint8_t(std::clamp(int(values[i] / scales.top * kColours), 0, kColours - 1))
                        : std::uint8_t(kColours));
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
                const PictureOptions& o) {
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
  std::string page = kHead;
  page += fmt::format(
      "{{\"title\":{},\"label\":{},\"lo\":{},\"step\":{:.9g},\"middle\":{},\"size\":{:.6g},\"r\":{:.6g},\"fps\":{:.4g},"
      "\"yaw\":{:.4g},\"pitch\":{:.4g},\"colours\":[{}{}],\"walls\":[{}],\n\"frames\":[\n",
      json(model.title), json(fmt::format("{} 0 .. {:.3g}", colour_label(o.colour), scales.top)), json(scales.box.lo),
      scales.step, json(0.5 * (scales.box.lo + scales.box.hi)), norm(size), scales.r_max,
      std::clamp(double(frames.size()) / kFilmSeconds, 8.0, 60.0), std::atan2(eye.y, eye.x), std::asin(eye.z), colours,
      0xb9bcc0, walls_json(model, first, scales.box));
  for (const std::string& file : frames)
    page += (file == frames.front() ? "" : ",\n") + frame_json(read_frame(file), scales, o.colour);
  page += "]}";
  make_folder_of(path);
  write_whole_file(path, page + kTail);
}

}  // namespace scree::output
