import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { gridEnterprise } from '#web/build/gridEnterprise.ts';

const packages = mkdtempSync(join(tmpdir(), 'prumo-packages-'));

const moduleOf = (): unknown => {
  const { resolveId, load } = gridEnterprise(packages);
  if (typeof resolveId !== 'function' || typeof load !== 'function') throw new Error('hooks are functions');
  const id: unknown = Reflect.apply(resolveId, undefined, ['virtual:grid-enterprise']);
  expect(Reflect.apply(resolveId, undefined, ['ag-grid-community'])).toBeUndefined();
  return Reflect.apply(load, undefined, [id]);
};

describe('The build of the screens', () => {
  test('has no code of AG Grid Enterprise unless the package is installed', () => {
    expect(moduleOf()).toBe('export const activate = null;');
    mkdirSync(join(packages, 'ag-grid-enterprise'));
    writeFileSync(join(packages, 'ag-grid-enterprise', 'package.json'), '{}');
    expect(moduleOf()).toContain("from 'ag-grid-enterprise'");
  });
});
