"""Half-sections of runs: the half towards the eye is left out, what stays is drawn as lit balls. numpy only."""
import numpy as np

# Bands of what came in one after the other; quiet colours that neighbours in the list tell apart.
BANDS = np.array([[.20, .50, .70], [.96, .82, .44], [.86, .36, .28], [.36, .70, .58], [.93, .60, .34], [.46, .42, .68]])
WALL = np.array([.80, .81, .83])
BACKGROUND = np.array([.972, .968, .957])


def band_colours(ids, first, total):
    """Colours by order of entry: `first` is the id of the first body, `total` how many came in."""
    bands = 12 if total > 3000 else 5
    k = np.clip((np.asarray(ids, float) - first) / max(1, total) * bands, 0, bands - 1).astype(int)
    return BANDS[k % len(BANDS)]


def render(x, r, colour, box, pixels_per_metre, tilt=8.0):
    """Balls seen along y, from y < 0 and `tilt` degrees above, without those with y < 0. box: (x0, x1, z0, z1) in m.

    Returns an image, height x width x 3 in 0..1. Each ball is lit from the upper left and darker the farther away.
    """
    scale = 2.0 * pixels_per_metre  # two samples a pixel each way
    stays = x[:, 1] >= 0
    x, r, colour = x[stays], r[stays], colour[stays]
    c, s = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    right, up, near = x[:, 0], c * x[:, 2] + s * x[:, 1], s * x[:, 2] - c * x[:, 1]
    x0, x1, z0, z1 = box
    reach = max(0.0, (x[:, 1] + r).max()) if len(x) else 0.0
    top = c * z1 + s * reach
    height, width = int(np.ceil((top - c * z0) * scale)), int(np.ceil((x1 - x0) * scale))
    image = np.tile(BACKGROUND, (height, width, 1))
    depth = np.full((height, width), -np.inf)
    light = np.array([-.45, .62, .64]) / np.linalg.norm([-.45, .62, .64])  # right, up, near
    far = near.min() if len(x) else 0
    span = max(1e-9, near.max() - far) if len(x) else 1
    for px, py, d, radius, rgb in zip((right - x0) * scale, (top - up) * scale, near, r, colour):
        rho = radius * scale
        i0, i1 = max(0, int(py - rho)), min(height, int(py + rho) + 2)
        j0, j1 = max(0, int(px - rho)), min(width, int(px + rho) + 2)
        if i0 >= i1 or j0 >= j1:
            continue
        u = (np.arange(j0, j1) + .5 - px)[None, :] / rho
        v = (py - np.arange(i0, i1) - .5)[:, None] / rho
        w2 = 1 - u * u - v * v
        w = np.sqrt(np.maximum(w2, 0))
        z = d + radius * w
        seen = (w2 > 0) & (z > depth[i0:i1, j0:j1])
        lit = np.clip(light[0] * u + light[1] * v + light[2] * w, 0, 1)
        shade = (.52 + .58 * lit) * (.74 + .26 * (d - far) / span) * (.66 + .34 * w)
        pixel = np.minimum(1, shade[..., None] * rgb + .22 * (lit ** 24)[..., None])
        image[i0:i1, j0:j1][seen] = pixel[seen]
        depth[i0:i1, j0:j1][seen] = z[seen]
    image = image[:height // 2 * 2, :width // 2 * 2]
    return image.reshape(height // 2, 2, width // 2, 2, 3).mean(axis=(1, 3))
