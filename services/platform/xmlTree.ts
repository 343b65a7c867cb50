import { setImmediate } from 'node:timers/promises';
import { parseXml, type XmlRefusal } from './xml.ts';

/** An element that is read, with its text and the elements in it that are read. */
export interface Node {
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
}

/** Names that are read within an element, "*" for all others; everything else of a file is passed over. */
export interface Shape {
  [name: string]: Shape;
}

export const leaves = (...names: string[]): Shape => Object.fromEntries(names.map((name) => [name, {}]));

/** What a file may be, and what is read of it. */
export interface Bounds {
  shape: Shape;
  /** Decides by its name and attributes whether the outermost element is what is expected; throws where it is not. */
  root(name: string, attributes: Readonly<Record<string, string>>, namespace: string): void;
  /** Whether elements of a namespace are read; without it, all are, and `root` is told none. */
  reads?: (namespace: string) => boolean;
  /** Names of the attributes that are kept. */
  attributes?: readonly string[];
  /** Longest text of an element that is read. */
  maxText: number;
  maxDepth: number;
  /** Elements that are read, and elements in all. */
  maxNodes: number;
  maxElements: number;
  /** The error to throw; `large` has too many elements. */
  refuse: (reason: Parameters<XmlRefusal>[0] | 'large') => Error;
}

const CHUNK = 64 * 1024;
function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK) yield content.subarray(at, at + CHUNK);
}

/** Real files declare one or two in an element. */
const MAX_NAMESPACES = 64;

/** Declared namespaces, of the innermost element last. */
class Namespaces {
  readonly #scopes: ReadonlyMap<string, string>[] = [];

  /** Enters an element, and tells its namespace; '' for none, null where too many are declared. */
  open(prefix: string, attributes: Readonly<Record<string, string>>): string | null {
    const above = this.#scopes.at(-1) ?? new Map<string, string>();
    const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
    const scope =
      declared.length === 0
        ? above
        : new Map([...above, ...declared.map(([name, uri]) => [name.slice(6), uri] as const)]);
    if (scope.size > MAX_NAMESPACES) return null;
    this.#scopes.push(scope);
    return scope.get(prefix) ?? '';
  }

  close(): void {
    this.#scopes.pop();
  }
}

/** Shared by all elements, of which a file can have hundreds of thousands. */
const NO_ATTRIBUTES: Node['attributes'] = Object.freeze({});

/** Reads the elements of an XML file that a shape names, within bounds. @throws what `refuse` and `root` make */
export const readXmlTree = async (content: Buffer, bounds: Bounds): Promise<Node> => {
  const { shape: rootShape, refuse, maxText, attributes: kept = [] } = bounds;
  const root: Node = { name: '', text: '', attributes: {}, children: [] };
  const open: { node: Node; shape: Shape }[] = [];
  const namespaces = new Namespaces();
  let [depth, elements, nodes] = [0, 0, 0];
  const keep = (all: Readonly<Record<string, string>>): Node['attributes'] =>
    kept.length === 0
      ? NO_ATTRIBUTES
      : Object.fromEntries(kept.flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name] ?? '']] : [])));
  const opened = (name: string, attributes: Readonly<Record<string, string>>, prefix: string): void => {
    depth += 1;
    elements += 1;
    if (elements > bounds.maxElements) throw refuse('large');
    if (depth > bounds.maxDepth) throw refuse('damaged');
    const namespace = bounds.reads ? namespaces.open(prefix, attributes) : '';
    if (namespace === null) throw refuse('damaged');
    if (depth === 1) {
      bounds.root(name, attributes, namespace);
      Object.assign(root, { name, attributes: keep(attributes) });
      open.push({ node: root, shape: rootShape });
      return;
    }
    const above = open.at(-1);
    if (!above || open.length !== depth - 1 || bounds.reads?.(namespace) === false) return;
    const shape = Object.hasOwn(above.shape, name) ? above.shape[name] : above.shape['*'];
    if (!shape) return;
    nodes += 1;
    if (nodes > bounds.maxNodes) throw refuse('large');
    const node: Node = { name, text: '', attributes: keep(attributes), children: [] };
    above.node.children.push(node);
    open.push({ node, shape });
  };
  const closed = (): void => {
    if (open.length === depth) open.pop();
    namespaces.close();
    depth -= 1;
  };
  const text = (more: string): void => {
    const top = open.at(-1);
    if (top && open.length === depth && top.node.text.length < maxText) {
      top.node.text = (top.node.text + more.trim()).slice(0, maxText);
    }
  };
  for await (const _ of parseXml(chunksOf(content), { opened, closed, text }, refuse)) await setImmediate();
  if (root.name === '') throw refuse('damaged');
  return root;
};

export const allOf = ({ children }: Node, name: string): Node[] => children.filter((one) => one.name === name);
/** Elements in the one of a name, such as the tasks in `Tasks`. */
export const listOf = (node: Node, list: string, name: string): Node[] =>
  allOf(node, list).flatMap((one) => allOf(one, name));
/** Text of an element; null where there is none. */
export const textOf = (node: Node, name: string): string | null =>
  node.children.find((one) => one.name === name)?.text || null;
