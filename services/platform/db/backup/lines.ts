const NEWLINE = 0x0a;

/**
 * Yields the lines of a byte stream, without their ends. Splits bytes instead of text: Node's readline also splits at
 * characters that may occur in a description.
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
