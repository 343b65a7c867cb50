/**
 * Runs in a thread of its own (table.ts). Plain JavaScript, since Node loads this file itself, also while tests and the
 * development server run from the sources.
 */
import { TableLayout } from './layout.mjs';

/** Asks for the next lines: null after the last ones, and when nobody waits for the file any more. */
const receiver = (port) => {
  let give = () => undefined;
  port.on('message', (lines) => give(lines));
  port.on('close', () => give(null));
  return () =>
    new Promise((resolve) => {
      give = resolve;
    });
};

/** @param {{ head: import('./table.ts').TableHead, port: import('node:worker_threads').MessagePort }} task */
export default async ({ head, port }) => {
  const layout = new TableLayout(head);
  const next = receiver(port);
  for (let lines = await next(); lines !== null; lines = await next()) {
    for (const line of lines) layout.add(line);
    port.postMessage(layout.take());
  }
  layout.end();
  const rest = [];
  for await (const chunk of layout.paper.document) rest.push(chunk);
  port.close();
  return Buffer.concat(rest);
};
