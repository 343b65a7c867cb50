import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const LAYERS = ['bin', 'domain', 'schema', 'services', 'gateway', 'web', 'tests', 'bench'];

/** Files with the project files that they import, type imports included, as paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const isGenerated = (path: string): boolean => path.includes('/generated/');
const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !isGenerated(path);

const targetOf = (specifier: string, from: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(from), specifier)) : undefined;
};

const importsOf = (path: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(ROOT, path), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => targetOf(fileName.replace(/\?raw$/, ''), path))
    .filter((target): target is string => target !== undefined && !isGenerated(target));

/**
 * Reads every import of the project: static, type-only and dynamic. Leaves out generated code, whose types import the
 * features that import it.
 */
export const importGraph = (): ImportGraph =>
  new Map(
    LAYERS.flatMap((layer) =>
      readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' }).map((file) => join(layer, file)),
    )
      .filter(isSource)
      .map((path) => [path, importsOf(path)]),
  );

/** Returns import cycles as sorted groups of files (Tarjan's strongly connected components). */
export const circlesOf = (graph: ImportGraph): string[][] => {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lower = (path: string, to: number | undefined): void => {
    if (to !== undefined && to < (lowest.get(path) ?? to + 1)) lowest.set(path, to);
  };
  const visit = (path: string): void => {
    order.set(path, order.size);
    lower(path, order.get(path));
    open.push(path);
    for (const target of graph.get(path) ?? []) {
      if (!order.has(target)) {
        visit(target);
        lower(path, lowest.get(target));
      } else if (open.includes(target)) lower(path, order.get(target));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1 || graph.get(path)?.includes(path)) circles.push(circle.toSorted());
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return circles;
};
