const NEWLINE = 0x0a;

/**
 * Lines of a stream of bytes, without their ends. Bytes and not text: Node's own reader also ends lines at characters
 * that may stand in a description.
 */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const begun: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const part = chunk.subarray(from, end);
      from = end + 1;
      yield begun.length > 0 ? Buffer.concat([...begun.splice(0), part]) : part;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
