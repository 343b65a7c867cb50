import { ruleBroken } from '../../../platform/errors.ts';
import { leaves, readXmlTree, textOf, type Node, type Shape } from '../../../platform/xmlTree.ts';

export { allOf, listOf, textOf, type Node } from '../../../platform/xmlTree.ts';

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

const SENTENCES = {
  entities: 'O arquivo contém declarações de entidades XML, que um arquivo do MS Project não tem. Nada foi lido.',
  damaged: 'O arquivo está danificado, ou não é XML. No MS Project, salve como "Formato XML" e envie de novo.',
  foreign: 'Este XML não é do MS Project. No MS Project, salve como "Formato XML" e envie de novo.',
  large: 'O arquivo tem tarefas demais para um cronograma.',
};
export const refuse = (reason: keyof typeof SENTENCES) =>
  ruleBroken(SENTENCES[reason], [{ path: 'file', message: SENTENCES[reason] }]);

/** The elements of a project file that a schedule can use. @throws ServiceError 422 for any other file */
export const readTree = (content: Buffer): Promise<Node> =>
  readXmlTree(content, {
    shape: PROJECT,
    root: (name, attributes) => {
      if (name !== 'Project' || !Object.values(attributes).includes(NAMESPACE)) throw refuse('foreign');
    },
    ...{ maxText: MAX_TEXT, maxDepth: MAX_DEPTH, maxNodes: MAX_NODES, maxElements: MAX_ELEMENTS },
    refuse,
  });

export const isSet = (node: Node, name: string): boolean => /^(1|true)$/i.test(textOf(node, name) ?? '');
