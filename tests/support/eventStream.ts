/** One server-sent event. */
export interface StreamedEvent {
  id: string | null;
  event: string;
  data: unknown;
}

/** An open stream of server-sent events. */
export interface EventStream {
  /** Returns the next event; rejects on timeout or when the stream ends. */
  next(milliseconds?: number): Promise<StreamedEvent>;
  /** Resolves when the server ends the stream; rejects on timeout. */
  ended(milliseconds?: number): Promise<void>;
  close(): void;
}

const parse = (block: string): StreamedEvent | undefined => {
  const lines = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':') && line.includes(': '))
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  const data = lines.get('data');
  if (data === undefined) return undefined;
  return { id: lines.get('id') ?? null, event: lines.get('event') ?? 'message', data: JSON.parse(data) };
};

const inTime = <T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

/** Opens a stream and resolves once it is subscribed. Throws with the status when it is rejected. */
export const openEventStream = async (url: string, headers: Record<string, string>): Promise<EventStream> => {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events: StreamedEvent[] = [];
  let buffer = '';
  let over = false;

  const pull = async (): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) {
      over = true;
      return;
    }
    const blocks = (buffer + value).split('\n\n');
    buffer = blocks.pop() ?? '';
    events.push(...blocks.map(parse).filter((event) => event !== undefined));
  };
  let pulling: Promise<void> | undefined;
  // One read at a time: what a caller no longer waits for stays for the next one.
  const arrived = async (): Promise<void> => {
    while (events.length === 0) {
      if (over) throw new Error('the stream has ended');
      pulling ??= pull().finally(() => (pulling = undefined));
      await pulling;
    }
  };
  const next = async (milliseconds: number): Promise<StreamedEvent> => {
    await inTime(arrived(), milliseconds, 'an event');
    return events.shift() as StreamedEvent;
  };
  const drain = async (): Promise<void> => {
    await pulling;
    while (!over) await pull();
  };
  await inTime(pull(), 3_000, 'opening the stream');
  return {
    next: (milliseconds = 3_000) => next(milliseconds),
    ended: (milliseconds = 3_000) => inTime(drain(), milliseconds, 'the end of the stream'),
    close: () => abort.abort(),
  };
};
