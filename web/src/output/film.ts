// A film of frames: WebM by the browser's own recorder, or numbered PNG files in a zip. Pictures are drawn one by one, so
// no frame is left out however slow the machine is.
import { sleep } from '../wait';
import { toPng } from './save';
import { Zip } from './zip';

export interface FilmPlan {
  count: number;
  fps: number;
  picture: (k: number) => Promise<HTMLCanvasElement>;
  progress: (done: number) => void;
  stopped: () => boolean;
}

export function webmType(): string | null {
  if (typeof MediaRecorder === 'undefined') return null;
  const types = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
  return types.find((t) => MediaRecorder.isTypeSupported(t)) ?? null;
}

interface StillTrack extends MediaStreamTrack {
  requestFrame?: () => void;
}

// The recorder stamps pictures with the time at which they come, so they are handed over at the pace of the film. While
// the next picture is drawn the recorder rests, and the film's clock with it.
export async function webm(plan: FilmPlan): Promise<Blob | null> {
  const first = await plan.picture(0);
  const screen = document.createElement('canvas');
  screen.width = first.width & ~1; // codecs want even sizes
  screen.height = first.height & ~1;
  const context = screen.getContext('2d')!;
  context.drawImage(first, 0, 0);
  const stream = screen.captureStream(0);
  const track = stream.getVideoTracks()[0] as StillTrack;
  const recorder = new MediaRecorder(stream, { mimeType: webmType()!, videoBitsPerSecond: 12e6 });
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', (e) => chunks.push(e.data));
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
  recorder.start();
  for (let k = 0; k < plan.count && !plan.stopped(); ++k) {
    recorder.pause();
    const picture = k === 0 ? first : await plan.picture(k);
    recorder.resume();
    context.drawImage(picture, 0, 0);
    track.requestFrame?.();
    await sleep(1000 / plan.fps);
    plan.progress(k + 1);
  }
  recorder.stop();
  await ended;
  track.stop();
  return plan.stopped() ? null : new Blob(chunks, { type: 'video/webm' });
}

export async function pngZip(plan: FilmPlan): Promise<Blob | null> {
  const zip = new Zip();
  for (let k = 0; k < plan.count; ++k) {
    if (plan.stopped()) return null;
    const png = await toPng(await plan.picture(k));
    zip.add(`frame_${String(k).padStart(6, '0')}.png`, new Uint8Array(await png.arrayBuffer()));
    plan.progress(k + 1);
  }
  return zip.blob();
}
