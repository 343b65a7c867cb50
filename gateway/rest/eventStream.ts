import { StringDecoder } from 'node:string_decoder';

/** A server-sent event. Without data it only carries the id to resume after. */
export interface ServerSentEvent {
  id: string | null;
  event: string;
  data: string;
}

/** Maximum length of an event in characters; the services send none longer. */
const MAX_LENGTH = 256 * 1024;

const read = (block: string): ServerSentEvent | null => {
  const event: ServerSentEvent = { id: null, event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line.replace(/\r$/, '')) ?? [];
    if (name === 'id') event.id = value;
    if (name === 'event') event.event = value;
    if (name === 'data') data.push(value);
  }
  return data.length > 0 || event.id !== null ? { ...event, data: data.join('\n') } : null;
};

/** Yields the events of a stream and skips comments (heartbeats). Throws for an event above MAX_LENGTH. */
export async function* readEvents(chunks: AsyncIterable<Buffer>): AsyncGenerator<ServerSentEvent> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.write(chunk)).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_LENGTH) throw new Error('Server-sent event is too long');
    for (const block of blocks) {
      const event = read(block);
      if (event) yield event;
    }
  }
}
