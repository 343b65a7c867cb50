import { setImmediate } from 'node:timers/promises';
import { ruleBroken } from '../../../platform/errors.ts';
import { parseXml } from '../../../platform/xml.ts';

/** An element that is read, with its text and the elements in it that are read. */
export interface Node {
  name: string;
  text: string;
  children: Node[];
}

/** Names that are read within an element; everything else of a file is passed over. */
interface Shape {
  [name: string]: Shape;
}
const leaves = (...names: string[]): Shape => Object.fromEntries(names.map((name) => [name, {}]));

const PERIOD = { TimePeriod: leaves('FromDate', 'ToDate') };
const CALENDAR: Shape = {
  ...leaves('UID', 'BaseCalendarUID'),
  WeekDays: { WeekDay: { ...leaves('DayType', 'DayWorking'), ...PERIOD } },
  Exceptions: { Exception: { ...leaves('Name', 'Type', 'DayWorking', 'Period'), ...PERIOD } },
};
const TASK: Shape = {
  ...leaves('UID', 'Name', 'Manual', 'IsNull', 'WBS', 'OutlineNumber', 'OutlineLevel', 'Start', 'Finish', 'Duration'),
  ...leaves('DurationFormat', 'Milestone', 'Summary', 'PercentComplete', 'ActualStart', 'ConstraintType'),
  ...leaves('ConstraintDate', 'Deadline'),
  PredecessorLink: leaves('PredecessorUID', 'Type', 'LinkLag', 'LagFormat', 'CrossProject'),
  ExtendedAttribute: leaves('FieldID', 'Value'),
  Baseline: leaves('Number'),
};
const PROJECT: Shape = {
  ...leaves('StartDate', 'CalendarUID', 'MinutesPerDay'),
  Calendars: { Calendar: CALENDAR },
  Tasks: { Task: TASK },
};

export const NAMESPACE = 'http://schemas.microsoft.com/project';
/** Longest text of an element that is read. */
const MAX_TEXT = 600;
const MAX_DEPTH = 64;
/** A schedule of 5,000 tasks with 11 baselines has some 250,000. */
const MAX_NODES = 400_000;
/** Elements in all, read or passed over: those of a file of 20 MiB have some 50 bytes each. */
const MAX_ELEMENTS = 1_000_000;
const CHUNK = 64 * 1024;

const SENTENCES = {
  entities: 'O arquivo contém declarações de entidades XML, que um arquivo do MS Project não tem. Nada foi lido.',
  damaged: 'O arquivo está danificado, ou não é XML. No MS Project, salve como "Formato XML" e envie de novo.',
  foreign: 'Este XML não é do MS Project. No MS Project, salve como "Formato XML" e envie de novo.',
  large: 'O arquivo tem tarefas demais para um cronograma.',
};
export const refuse = (reason: keyof typeof SENTENCES) =>
  ruleBroken(SENTENCES[reason], [{ path: 'file', message: SENTENCES[reason] }]);

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK) yield content.subarray(at, at + CHUNK);
}

/** The elements of a project file that a schedule can use. @throws ServiceError 422 for any other file */
export const readTree = async (content: Buffer): Promise<Node> => {
  const root: Node = { name: 'Project', text: '', children: [] };
  const open: { node: Node; shape: Shape }[] = [];
  let [depth, elements, nodes, isProject] = [0, 0, 0, false];
  const opened = (name: string, attributes: Readonly<Record<string, string>>): void => {
    depth += 1;
    elements += 1;
    if (elements > MAX_ELEMENTS) throw refuse('large');
    if (depth > MAX_DEPTH) throw refuse('damaged');
    if (depth === 1) {
      isProject = name === 'Project' && Object.values(attributes).includes(NAMESPACE);
      if (!isProject) throw refuse('foreign');
      open.push({ node: root, shape: PROJECT });
      return;
    }
    const above = open.at(-1);
    const shape =
      above && open.length === depth - 1 && Object.hasOwn(above.shape, name) ? above.shape[name] : undefined;
    if (!above || !shape) return;
    nodes += 1;
    if (nodes > MAX_NODES) throw refuse('large');
    const node = { name, text: '', children: [] };
    above.node.children.push(node);
    open.push({ node, shape });
  };
  const closed = (): void => {
    if (open.length === depth) open.pop();
    depth -= 1;
  };
  const text = (more: string): void => {
    const top = open.at(-1);
    if (top && open.length === depth && top.node.text.length < MAX_TEXT) {
      top.node.text = (top.node.text + more.trim()).slice(0, MAX_TEXT);
    }
  };
  for await (const _ of parseXml(chunksOf(content), { opened, closed, text }, refuse)) await setImmediate();
  if (!isProject) throw refuse('damaged');
  return root;
};

export const allOf = ({ children }: Node, name: string): Node[] => children.filter((one) => one.name === name);
/** Elements in the one of a name, such as the tasks in `Tasks`. */
export const listOf = (node: Node, list: string, name: string): Node[] =>
  allOf(node, list).flatMap((one) => allOf(one, name));
/** Text of an element; null where there is none. */
export const textOf = (node: Node, name: string): string | null =>
  node.children.find((one) => one.name === name)?.text || null;
export const isSet = (node: Node, name: string): boolean => /^(1|true)$/i.test(textOf(node, name) ?? '');
