// Requests to the server that this page came from, and nowhere else. Whatever goes wrong becomes a Trouble.
import { decodeContacts, decodeFrame, decodeGeometry } from './decode';
import { Trouble, type BodyData, type Contacts, type Frame, type Geometry, type Run, type Telemetry } from './types';

async function get(path: string, signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { signal });
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') throw e;
    throw new Trouble(
      'No connection',
      'scree view does not answer. It may have been closed: start it again and this page goes on by itself.',
      true,
    );
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Trouble> {
  try {
    const said = (await answer.json()) as { title?: string; message?: string; retry?: boolean };
    if (said.message) return new Trouble(said.title ?? 'Cannot be shown', said.message, said.retry ?? false);
  } catch {
    // Not JSON: say what is known.
  }
  return new Trouble('Cannot be shown', `The server answered with status ${answer.status} to ${new URL(answer.url).pathname}.`);
}

async function json<T>(path: string): Promise<T> {
  const answer = await get(path);
  const said = (await answer.json()) as { ok: boolean; title?: string; message?: string; retry?: boolean };
  if (!said.ok) throw new Trouble(said.title ?? 'Cannot be shown', said.message ?? 'No reason given.', said.retry ?? false);
  return said as T;
}

async function bytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const answer = await get(path, signal);
  return answer.arrayBuffer();
}

export function fetchRun(since?: number): Promise<Run> {
  return json<Run>(since === undefined ? '/api/run' : `/api/run?since=${since}`);
}

export async function fetchGeometry(): Promise<Geometry> {
  return decodeGeometry(await bytes('/api/geometry'));
}

export async function fetchFrame(n: number, signal?: AbortSignal): Promise<Frame> {
  return decodeFrame(await bytes(`/api/frame/${n}`, signal));
}

export async function fetchContacts(n: number, signal?: AbortSignal): Promise<Contacts> {
  return decodeContacts(await bytes(`/api/contacts/${n}`, signal));
}

export function fetchBody(n: number, id: number): Promise<BodyData> {
  return json<BodyData>(`/api/body/${n}/${id}`);
}

export function fetchTelemetry(since?: number): Promise<Telemetry> {
  return json<Telemetry>(since === undefined ? '/api/telemetry' : `/api/telemetry?since=${since}`);
}

export async function postRender(token: string, body: Blob | string): Promise<void> {
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'image/png';
  await fetch(`/api/render/${encodeURIComponent(token)}`, { method: 'POST', headers: { 'Content-Type': type }, body });
}
