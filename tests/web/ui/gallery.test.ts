import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '#tests/support/app.ts';
import { launchChromium } from '#tests/support/chromium.ts';

/** Components of web/ui: exports with a capital letter that are no types. */
const components = [...readFileSync('web/ui/index.ts', 'utf8').matchAll(/^export \{([^}]*)\} from/gm)]
  .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  .filter((name) => /^[A-Z]/.test(name))
  .sort();

const OPENING = ['Abrir despesa', 'Registrar pagamento', 'Excluir despesa', 'Ações', 'Filtros', 'Vencimento'];

let server: FastifyInstance;
let browser: Browser;
let address: string;

beforeAll(async () => {
  server = Fastify();
  await server.register(fastifyStatic, { root: resolve('dist/gallery') });
  address = await server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.close();
});

const MOVEMENTS = ['transitionrun', 'animationiteration'];

/** Opens the gallery with reduced motion: axe reads the colours of the moment, which a fading surface changes. */
const open = async (theme: 'light' | 'dark', width: number, init = ''): Promise<Page> => {
  const viewport = { width, height: 900 };
  const page = await browser.newPage({ viewport, locale: 'pt-BR', colorScheme: theme, reducedMotion: 'reduce' });
  await page.addInitScript(init);
  await page.goto(`${address}/gallery/index.html?theme=${theme}`);
  await page.getByRole('heading', { name: 'Componentes' }).waitFor();
  await page.getByRole('grid', { name: 'Despesas' }).waitFor();
  return page;
};

test('The gallery shows every component of web/ui once', async () => {
  const page = await open('light', 1440);
  const names = '[...document.querySelectorAll("[data-component]")].map((one) => one.dataset.component)';
  const shown = await page.evaluate<string[]>(names);
  await page.close();
  expect(shown.sort()).toEqual(components);
});

test('with reduced motion, no transition starts and no animation repeats', async () => {
  const record = MOVEMENTS.map((type) => `addEventListener('${type}', () => moved.push('${type}'), true)`);
  const page = await open('light', 1440, `globalThis.moved = []; ${record.join(';')}`);
  await page.getByRole('button', { name: 'Filtros', exact: true }).first().hover();
  await page.getByRole('button', { name: 'Abrir despesa', exact: true }).first().click();
  await page.getByRole('dialog').first().waitFor();
  expect(await page.evaluate('globalThis.moved')).toEqual([]);
  await page.close();
});

describe.each(['light', 'dark'] as const)('In the %s theme', (theme) => {
  test.each([1440, 390])('axe finds no serious problem in any component at %i px', async (width) => {
    const page = await open(theme, width);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();
  });

  test('axe finds no serious problem in overlays', async () => {
    const page = await open(theme, 1440);
    const found: string[] = [];
    for (const name of OPENING) {
      await page.getByRole('button', { name, exact: true }).first().click();
      found.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
      await page.keyboard.press('Escape');
    }
    await page.close();
    expect(found).toEqual([]);
  });
});
