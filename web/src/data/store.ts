// Frames and contacts that were asked for, newest use last, up to a limit in bytes; the next frames are fetched ahead.

interface Sized {
  bytes: number;
}

export class Store<T extends Sized> {
  private kept = new Map<number, T>();
  private coming = new Map<number, Promise<T>>();
  private total = 0;

  constructor(
    private readonly fetchOne: (n: number) => Promise<T>,
    private readonly limit: number,
  ) {}

  get bytes(): number {
    return this.total;
  }

  peek(n: number): T | undefined {
    return this.kept.get(n);
  }

  async load(n: number): Promise<T> {
    const known = this.kept.get(n);
    if (known) {
      this.kept.delete(n); // to the end: used last
      this.kept.set(n, known);
      return known;
    }
    return this.coming.get(n) ?? this.request(n);
  }

  // Failures are kept for whoever asks for the frame in earnest.
  prefetch(n: number): void {
    if (this.kept.has(n) || this.coming.has(n) || this.coming.size >= 3) return;
    this.request(n).catch(() => undefined);
  }

  clear(): void {
    this.kept.clear();
    this.coming.clear();
    this.total = 0;
  }

  private request(n: number): Promise<T> {
    const promise = this.fetchOne(n)
      .then((item) => {
        if (this.coming.get(n) === promise) this.keep(n, item);
        return item;
      })
      .finally(() => {
        if (this.coming.get(n) === promise) this.coming.delete(n);
      });
    this.coming.set(n, promise);
    return promise;
  }

  private keep(n: number, item: T): void {
    this.kept.set(n, item);
    this.total += item.bytes;
    for (const [old, dropped] of this.kept) {
      if (this.total <= this.limit || old === n) break;
      this.kept.delete(old);
      this.total -= dropped.bytes;
    }
  }
}
