import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import * as messages from '#domain/messages.ts';

const MESSAGES = 'domain/messages.ts';

const sources = ['domain', 'schema', 'services', 'gateway', 'web']
  .flatMap((layer) =>
    readdirSync(layer, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
      .map((file) => `${layer}/${file}`),
  )
  .filter((file) => file !== MESSAGES)
  .map((file) => ({ file, code: readFileSync(file, 'utf8').replaceAll(/^\s*(\/\*)?\*.*$|\/\*\*.*\*\//gm, '') }));

const texts = Object.entries<unknown>(messages).filter(
  (entry): entry is [string, string] => typeof entry[1] === 'string',
);

describe('A text of the specification', () => {
  test('is in the list of texts', () => {
    expect(texts.length).toBeGreaterThan(30);
  });

  test.each(texts)('is defined once, and used: %s', (name, text) => {
    const quoted = [`'${text}'`, `"${text}"`, `\`${text}\``, `>${text}<`];
    expect(sources.filter(({ code }) => quoted.some((one) => code.includes(one))).map(({ file }) => file)).toEqual([]);
    const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*messages\\.ts'`);
    expect(sources.filter(({ code }) => imported.test(code))).not.toEqual([]);
  });
});
