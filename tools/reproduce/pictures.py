"""Particles as they are, drawn by VTK off screen from a run's model.h5 and frames, or from meshes.

    pictures.render(run, frame, path, view=(1, -2, 1), colour="type", cut=("y", 0.0), walls={"floor": 1.0})
    pictures.render_meshes([Mesh(points, faces, colour)], path)

VTK draws on a display: display.py.
"""
import dataclasses
import pathlib

import h5py
import numpy as np

from display import need_display

# By type; quiet colours that are told apart also in grey.
COLOURS = np.array([[.27, .52, .73], [.93, .69, .36], [.44, .66, .50], [.77, .40, .36], [.58, .50, .72], [.62, .62, .60]])
WALL = (.72, .74, .77)
GROUND = (1.0, 1.0, 1.0)


@dataclasses.dataclass
class Mesh:
    points: np.ndarray  # n x 3
    faces: list  # arrays of places, counter-clockwise from outside
    colour: tuple = tuple(COLOURS[0])
    opacity: float = 1.0
    edges: bool = True
    smooth: bool = False


@dataclasses.dataclass
class Balls:
    centres: np.ndarray
    radii: np.ndarray
    colours: np.ndarray  # n x 3, 0 to 1
    opacity: float = 1.0


@dataclasses.dataclass
class Line:
    points: np.ndarray
    colour: tuple = (.1, .1, .1)
    width: float = 2.0
    dots: float = 0.0  # radius of balls at the points, 0: none


# -------------------------------------------------------------------------------------------------------- a run's bodies

def rotated(q, v):
    """Vectors v (n x k x 3) by quaternions q (n x 4; w first)."""
    w, u = q[:, None, :1], q[:, None, 1:]
    t = 2 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


def superellipsoid_mesh(semi_axes, squareness, n=20):
    """Points and faces; |x/a|^(2/e1) and |y/b|^(2/e1) to the e1/e2, |z/c|^(2/e2)."""
    power = lambda t, e: np.sign(t) * np.abs(t) ** e
    e1, e2 = squareness
    # Equal steps in the angle crowd at flat places: points by direction instead, pushed out to the surface.
    theta, phi = np.linspace(0, np.pi, n + 1), np.linspace(0, 2 * np.pi, 2 * n, endpoint=False)
    d = np.array([[np.sin(t) * np.cos(p), np.sin(t) * np.sin(p), np.cos(t)] for t in theta for p in phi]).reshape(-1, 3)
    x, y, z = np.abs(d / np.asarray(semi_axes)).T
    f = (x ** (2 / e1) + y ** (2 / e1)) ** (e1 / e2) + z ** (2 / e2)
    points = d / f[:, None] ** (e2 / 2)
    faces = []
    m = 2 * n
    for i in range(n):
        for j in range(m):
            a, b, c, e = i * m + j, i * m + (j + 1) % m, (i + 1) * m + j, (i + 1) * m + (j + 1) % m
            faces.append(np.array([a, c, e, b]))
    return points, faces


def texts(data):
    return [t.decode() for t in data[()]]


def read_stl(path):
    """Points and triangles of a binary STL file, corners that coincide as one point."""
    data = pathlib.Path(path).read_bytes()
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    corners = np.frombuffer(data, kind, int(np.frombuffer(data[80:84], "<u4")[0]), 84)["corners"].reshape(-1, 3)
    points, places = np.unique(corners, axis=0, return_inverse=True)
    return points.astype(float), list(places.reshape(-1, 3))


class Model:
    def __init__(self, run):
        with h5py.File(pathlib.Path(run) / "model.h5") as f:
            self.types = texts(f["body_types/name"])
            self.first_part = f["body_types/first_part"][()]
            self.bounding_radius = f["body_types/bounding_radius"][()]
            self.parts = {name: data[()] for name, data in f["parts"].items()}
            p = {name: data[()] for name, data in f["polyhedra"].items()}
            self.polyhedra = []
            for i in range(len(p["first_vertex"]) - 1):
                vertices = p["vertices"][p["first_vertex"][i]:p["first_vertex"][i + 1]]
                faces = [p["corners"][p["first_corner"][k]:p["first_corner"][k + 1]]
                         for k in range(p["first_face"][i], p["first_face"][i + 1])]
                self.polyhedra.append((vertices, faces))
            self.smooth = [superellipsoid_mesh(a, e) for a, e in zip(f["superellipsoids/semi_axes"][()],
                                                                     f["superellipsoids/squareness"][()])]
            self.walls = texts(f["walls/name"])
            self.wall = {name: data[()] for name, data in f["walls"].items()}


def read_frame(run, frame):
    """Bodies and walls of a frame: a number, or -1 for the last."""
    path = frame_files(run)[-1] if frame == -1 else pathlib.Path(run) / "frames" / f"{frame:06d}.h5"
    with h5py.File(path) as f:
        return (float(f.attrs["time"]), {name: data[()] for name, data in f["bodies"].items()},
                {name: data[()] for name, data in f["walls"].items()})


def frame_files(run):
    return sorted((pathlib.Path(run) / "frames").glob("*.h5"))


def frame_times(run):
    """{number: time in s}"""
    times = {}
    for path in frame_files(run):
        with h5py.File(path) as f:
            times[int(path.stem)] = float(f.attrs["time"])
    return times


def nearest_frame(run, time):
    times = frame_times(run)
    return min(times, key=lambda k: abs(times[k] - time))


def shapes_of(model, bodies, colours, keep):
    """Meshes and balls of the bodies in `keep`, all of one kind of part in one mesh."""
    things = []
    for kind, name in enumerate(model.types):
        these = np.flatnonzero((bodies["type"] == kind) & keep)
        if not len(these):
            continue
        scale = bodies["radius"][these] / model.bounding_radius[kind]
        x, q = bodies["x"][these], bodies["q"][these]
        for part in range(model.first_part[kind], model.first_part[kind + 1]):
            size, p, R = (model.parts[n][part] for n in ("size", "p", "R"))
            R = R.reshape(3, 3)
            if model.parts["kind"][part] == b"sphere":
                centre = x + rotated(q, (scale[:, None] * p)[:, None, :])[:, 0]
                things.append(Balls(centre, scale * size, colours[these]))
                continue
            smooth = model.parts["superellipsoid"][part] >= 0
            vertices, faces = model.smooth[model.parts["superellipsoid"][part]] if smooth \
                else model.polyhedra[model.parts["polyhedron"][part]]
            body = size * vertices @ R.T + p
            world = x[:, None, :] + rotated(q, scale[:, None, None] * body[None])
            things.append(Many(world, faces, colours[these], smooth))
    return things


@dataclasses.dataclass
class Many:
    """Bodies of one shape: n x k x 3 points, faces of each, n x 3 colours."""
    points: np.ndarray
    faces: list
    colours: np.ndarray
    smooth: bool


def plane_sheet(point, normal, low, high):
    """The part of a plane that spans a box: corners in order."""
    axis = int(np.argmax(np.abs(normal)))
    a, b = [k for k in range(3) if k != axis]
    corners = []
    for u, v in ((low[a], low[b]), (high[a], low[b]), (high[a], high[b]), (low[a], high[b])):
        c = np.array(point, float)
        c[a], c[b] = u, v
        c[axis] -= (normal[a] * (u - point[a]) + normal[b] * (v - point[b])) / normal[axis]
        corners.append(c)
    return np.array(corners)


def wall_meshes(model, walls, wanted, low, high):
    """`wanted`: {name: opacity} of planes, plates, cylinders and cones that are there."""
    meshes = []
    for k, name in enumerate(model.walls):
        if name not in wanted or not walls["present"][k]:
            continue
        kind, x, q = model.wall["kind"][k].decode(), walls["x"][k], walls["q"][k]
        turn = lambda v: x + rotated(q[None], np.asarray(v, float)[None])[0]
        if kind == "plane":
            normal = rotated(q[None], np.array([[[0, 0, 1.0]]]))[0, 0]
            points, faces = plane_sheet(x, normal, low, high), [np.arange(4)]
        elif kind == "plate":
            first = model.wall["first_vertex"]
            points = turn(model.wall["vertices"][first[k]:first[k + 1]])
            faces = [np.arange(len(points))]
        elif kind in ("cylinder", "cone"):
            r0, z0, r1, z1 = model.wall["frustum"][k]
            phi = np.linspace(0, 2 * np.pi, 97)[:-1]
            ring = lambda r, z: np.c_[r * np.cos(phi), r * np.sin(phi), np.full(len(phi), z)]
            points = turn(np.vstack((ring(r0, z0), ring(r1, z1))))
            n = len(phi)
            faces = [np.array([i, (i + 1) % n, n + (i + 1) % n, n + i]) for i in range(n)]
        else:
            continue
        meshes.append(Mesh(points, faces, WALL, wanted[name], edges=kind == "plate"))
    return meshes


def body_colours(bodies, colour):
    """n x 3. "type", or an array of numbers 0 to 1 (a scale from blue to yellow), or of colours."""
    if isinstance(colour, str):
        assert colour == "type", colour
        return COLOURS[bodies["type"] % len(COLOURS)]
    colour = np.asarray(colour, float)
    if colour.ndim == 2:
        return colour
    stops = np.array([[.19, .24, .50], [.22, .51, .62], [.50, .74, .55], [.95, .86, .45]])
    t = np.clip(colour, 0, 1) * (len(stops) - 1)
    k = np.minimum(t.astype(int), len(stops) - 2)
    return stops[k] + (t - k)[:, None] * (stops[k + 1] - stops[k])


def render(run, frame, path, view=(1, -2, 0.9), colour="type", cut=None, walls=None, size=(1100, 760), zoom=1.0, keep=None,
           box=None, focus=None, model=None):
    """One frame of a run; returns its time. `cut`: (axis, place): bodies with their centre beyond it towards the eye are left
    out. `walls`: {name: opacity}. `box`: (low, high), what the picture shows; else all bodies. `keep`: a function of the
    bodies that says which to draw."""
    model = model or Model(run)
    time, bodies, frame_walls = read_frame(run, frame)
    shown = np.ones(len(bodies["type"]), bool)
    if cut:
        axis, place = "xyz".index(cut[0]), cut[1]
        side = np.sign(view[axis]) or 1.0
        shown &= side * (bodies["x"][:, axis] - place) <= 0
    if keep is not None:
        shown &= keep(bodies)
    colours = body_colours(bodies, colour)
    low, high = box if box else ((bodies["x"] - bodies["radius"][:, None]).min(axis=0),
                                 (bodies["x"] + bodies["radius"][:, None]).max(axis=0))
    things = shapes_of(model, bodies, colours, shown) + wall_meshes(model, frame_walls, walls or {}, low, high)
    draw(things, path, view, size, zoom, (np.asarray(low), np.asarray(high)) if focus is None else focus)
    return time


def render_meshes(things, path, view=(1, -2, 0.9), size=(700, 520), zoom=1.0):
    points = np.vstack([t.points.reshape(-1, 3) if not isinstance(t, Balls)
                        else np.vstack((t.centres - t.radii[:, None], t.centres + t.radii[:, None])) for t in things])
    draw(things, path, view, size, zoom, (points.min(axis=0), points.max(axis=0)))


# ----------------------------------------------------------------------------------------------------------------- VTK

def polydata(points, faces, vtk, to_vtk, colours=None):
    """`faces`: a list of arrays of places."""
    data = vtk.vtkPolyData()
    held = vtk.vtkPoints()
    held.SetData(to_vtk(np.ascontiguousarray(points, float), deep=True))
    data.SetPoints(held)
    cells = vtk.vtkCellArray()
    offsets = np.concatenate(([0], np.cumsum([len(f) for f in faces]))).astype(np.int64)
    places = np.concatenate(faces).astype(np.int64)
    cells.SetData(to_vtk(offsets, deep=True, array_type=vtk.VTK_ID_TYPE), to_vtk(places, deep=True, array_type=vtk.VTK_ID_TYPE))
    data.SetPolys(cells)
    if colours is not None:
        array = to_vtk(np.ascontiguousarray(255 * colours).astype(np.uint8), deep=True, array_type=vtk.VTK_UNSIGNED_CHAR)
        data.GetCellData().SetScalars(array)
    return data


def many_faces(many):
    n, k = many.points.shape[:2]
    lengths = np.array([len(f) for f in many.faces])
    flat = np.concatenate(many.faces)
    places = (np.arange(n)[:, None] * k + flat[None]).reshape(-1)
    offsets = np.concatenate(([0], np.cumsum(np.tile(lengths, n))))
    return places, offsets, len(lengths)


def many_polydata(many, vtk, to_vtk):
    places, offsets, per_body = many_faces(many)
    data = vtk.vtkPolyData()
    held = vtk.vtkPoints()
    held.SetData(to_vtk(np.ascontiguousarray(many.points.reshape(-1, 3)), deep=True))
    data.SetPoints(held)
    cells = vtk.vtkCellArray()
    cells.SetData(to_vtk(offsets.astype(np.int64), deep=True, array_type=vtk.VTK_ID_TYPE),
                  to_vtk(places.astype(np.int64), deep=True, array_type=vtk.VTK_ID_TYPE))
    data.SetPolys(cells)
    colours = np.repeat(many.colours, per_body, axis=0)
    data.GetCellData().SetScalars(to_vtk(np.ascontiguousarray(255 * colours).astype(np.uint8), deep=True,
                                         array_type=vtk.VTK_UNSIGNED_CHAR))
    return data


def ball_polydata(balls, vtk, to_vtk):
    data = vtk.vtkPolyData()
    held = vtk.vtkPoints()
    held.SetData(to_vtk(np.ascontiguousarray(balls.centres, float), deep=True))
    data.SetPoints(held)
    n = len(balls.radii)
    cells = vtk.vtkCellArray()
    cells.SetData(to_vtk(np.arange(n + 1, dtype=np.int64), deep=True, array_type=vtk.VTK_ID_TYPE),
                  to_vtk(np.arange(n, dtype=np.int64), deep=True, array_type=vtk.VTK_ID_TYPE))
    data.SetVerts(cells)
    radii = to_vtk(np.ascontiguousarray(balls.radii, dtype=np.float32), deep=True)  # the mapper takes no doubles
    radii.SetName("radius")
    data.GetPointData().AddArray(radii)
    colours = to_vtk(np.ascontiguousarray(255 * np.broadcast_to(balls.colours, (n, 3))).astype(np.uint8), deep=True,
                     array_type=vtk.VTK_UNSIGNED_CHAR)
    data.GetPointData().SetScalars(colours)
    return data


def actor_of(thing, vtk, to_vtk):
    actor = vtk.vtkActor()
    look = actor.GetProperty()
    look.SetAmbient(0.26)
    look.SetDiffuse(0.82)
    look.SetSpecular(0.10)
    look.SetSpecularPower(18)
    if isinstance(thing, Balls):
        mapper = vtk.vtkOpenGLSphereMapper()
        mapper.SetInputData(ball_polydata(thing, vtk, to_vtk))
        mapper.SetScaleArray("radius")
        look.SetOpacity(thing.opacity)
    elif isinstance(thing, Many):
        mapper = vtk.vtkPolyDataMapper()
        data = many_polydata(thing, vtk, to_vtk)
        if thing.smooth:
            data = with_normals(data, vtk)
        else:
            look.SetInterpolationToFlat()
            look.SetEdgeVisibility(len(thing.points) < 8000)
            look.SetEdgeColor(.15, .17, .2)
            look.SetLineWidth(1.0)
        mapper.SetInputData(data)
    elif isinstance(thing, Line):
        mapper = vtk.vtkPolyDataMapper()
        line = vtk.vtkPolyData()
        held = vtk.vtkPoints()
        held.SetData(to_vtk(np.ascontiguousarray(thing.points, float), deep=True))
        line.SetPoints(held)
        cells = vtk.vtkCellArray()
        cells.InsertNextCell(len(thing.points))
        for k in range(len(thing.points)):
            cells.InsertCellPoint(k)
        line.SetLines(cells)
        mapper.SetInputData(line)
        look.SetColor(*thing.colour)
        look.SetLineWidth(thing.width)
        look.SetRenderLinesAsTubes(True)
        look.SetAmbient(1)
        look.SetDiffuse(0)
    else:
        mapper = vtk.vtkPolyDataMapper()
        data = polydata(thing.points, thing.faces, vtk, to_vtk)
        mapper.SetInputData(with_normals(data, vtk) if thing.smooth else data)
        look.SetColor(*thing.colour)
        look.SetOpacity(thing.opacity)
        if not thing.smooth:
            look.SetInterpolationToFlat()
        if thing.edges:
            look.SetEdgeVisibility(True)
            look.SetEdgeColor(.15, .17, .2)
            look.SetLineWidth(1.3)
    actor.SetMapper(mapper)
    return actor


def with_normals(data, vtk):
    normals = vtk.vtkPolyDataNormals()
    normals.SetInputData(data)
    normals.SplittingOff()
    normals.ConsistencyOff()
    normals.ComputePointNormalsOn()
    normals.Update()
    return normals.GetOutput()


def place_camera(renderer, view, bounds, size, zoom):
    """Parallel projection: lengths can be compared. The box `bounds` fills the picture."""
    low, high = (np.asarray(b, float) for b in bounds)
    centre = (low + high) / 2
    view = np.asarray(view, float) / np.linalg.norm(view)
    up = np.array([0, 0, 1.0]) if abs(view[2]) < 0.99 else np.array([0, 1.0, 0])
    right = np.cross(up, view)
    right /= np.linalg.norm(right)
    upward = np.cross(view, right)
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]) - centre
    width, height = np.ptp(corners @ right), np.ptp(corners @ upward)
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint(*centre)
    camera.SetPosition(*(centre + 10 * np.linalg.norm(high - low) * view))
    camera.SetViewUp(*upward)
    camera.SetParallelScale(max(height, width * size[1] / size[0]) / 2 * 1.04 / zoom)
    renderer.ResetCameraClippingRange()


def add_lights(renderer, vtk):
    renderer.AutomaticLightCreationOff()
    for place, strength in (((-0.6, 1.0, 1.2), .92), ((1.0, 0.25, 0.8), .42), ((0, -1, 0.5), .16)):
        light = vtk.vtkLight()
        light.SetLightTypeToCameraLight()
        light.SetPosition(*place)
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(strength)
        renderer.AddLight(light)


def draw(things, path, view, size, zoom, bounds):
    need_display()
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk
    vtk.vtkObject.GlobalWarningDisplayOff()
    renderer, window = vtk.vtkRenderer(), vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    renderer.SetBackground(*GROUND)
    window.SetSize(2 * size[0], 2 * size[1])  # drawn twice as large and averaged: smooth edges
    window.AddRenderer(renderer)
    for thing in things:
        renderer.AddActor(actor_of(thing, vtk, numpy_to_vtk))
        if isinstance(thing, Line) and thing.dots:
            n = len(thing.points)
            renderer.AddActor(actor_of(Balls(thing.points, np.full(n, thing.dots), np.tile(thing.colour, (n, 1))), vtk, numpy_to_vtk))
    if any(getattr(t, "opacity", 1.0) < 1 for t in things):
        renderer.SetUseDepthPeeling(1)
        renderer.SetMaximumNumberOfPeels(12)
    add_lights(renderer, vtk)
    place_camera(renderer, view, bounds, size, zoom)
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    half = vtk.vtkImageShrink3D()
    half.SetInputConnection(grab.GetOutputPort())
    half.SetShrinkFactors(2, 2, 1)
    half.AveragingOn()
    writer = vtk.vtkPNGWriter()
    writer.SetInputConnection(half.GetOutputPort())
    writer.SetCompressionLevel(9)
    path = pathlib.Path(path)
    temporary = path.with_name(f".{path.name}.tmp.png")
    writer.SetFileName(str(temporary))
    writer.Write()
    window.Finalize()
    temporary.replace(path)
