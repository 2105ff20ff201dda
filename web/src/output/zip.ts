// A zip file whose entries are stored as they are: PNG does not get smaller.

let table: Uint32Array | null = null;

function crcTable(): Uint32Array {
  const t = new Uint32Array(256);
  for (let n = 0; n < 256; ++n) {
    let c = n;
    for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    t[n] = c >>> 0;
  }
  return t;
}

export function crc32(bytes: Uint8Array): number {
  table ??= crcTable();
  let c = 0xffffffff;
  for (const b of bytes) c = table[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

interface Entry {
  name: Uint8Array;
  crc: number;
  size: number;
  offset: number;
}

export class Zip {
  private readonly parts: BlobPart[] = [];
  private readonly entries: Entry[] = [];
  private at = 0;

  add(name: string, bytes: Uint8Array): void {
    const entry = { name: new TextEncoder().encode(name), crc: crc32(bytes), size: bytes.length, offset: this.at };
    this.put(header(0x04034b50, entry, []));
    this.put(entry.name);
    this.put(bytes);
    this.entries.push(entry);
  }

  private put(part: Uint8Array): void {
    this.parts.push(part as BlobPart);
    this.at += part.length;
  }

  blob(): Blob {
    const start = this.at;
    for (const e of this.entries) {
      this.put(header(0x02014b50, e, [0, 0, 0, 0, 0, 0, e.offset & 0xffff, e.offset >>> 16]));
      this.put(e.name);
    }
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, this.entries.length, true);
    end.setUint16(10, this.entries.length, true);
    end.setUint32(12, this.at - start, true);
    end.setUint32(16, start, true);
    this.put(new Uint8Array(end.buffer));
    return new Blob(this.parts, { type: 'application/zip' });
  }
}

// The local header and the one of the directory have the same middle; the latter has more around it.
function header(signature: number, e: Entry, tail: number[]): Uint8Array {
  const directory = signature === 0x02014b50;
  const v = new DataView(new ArrayBuffer(directory ? 46 : 30));
  v.setUint32(0, signature, true);
  let at = 4;
  const u16 = (x: number) => {
    v.setUint16(at, x, true);
    at += 2;
  };
  if (directory) u16(20);
  for (const x of [20, 0x0800, 0, 0, 0x21]) u16(x); // version, UTF-8 names, stored, time, date (1 January 1980)
  for (const x of [e.crc, e.size, e.size]) {
    v.setUint32(at, x, true);
    at += 4;
  }
  u16(e.name.length);
  if (!directory) u16(0);
  else for (const x of tail) u16(x);
  return new Uint8Array(v.buffer);
}
