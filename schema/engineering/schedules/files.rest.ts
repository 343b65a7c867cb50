import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, IsoDate, Nullable, Version } from '../../platform/shapes.ts';
import { scheduleChangeFields } from './schedules.rest.ts';

/** A task of a file, by code and name, with what is told of it. */
const ToldTask = Type.Object({ code: Type.String(), name: Type.String(), texts: Type.Array(Type.String()) });
export type ToldTask = Static<typeof ToldTask>;

/** What a file in the XML format of MS Project would change. */
export const ProjectFileChanges = Type.Object({
  version: Version,
  changes: Type.Object(scheduleChangeFields, {
    description: 'Body of PUT /schedule that applies the file; empty where it says what the schedule has',
  }),
  calendar: Type.Array(Type.String(), { description: 'Changes of start, days of work and days off, in words' }),
  tasks: Type.Array(Type.Object({ ...ToldTask.properties, isNew: Type.Boolean() }), {
    description: 'Tasks that change or are new, in words',
  }),
  problems: Type.Array(ToldTask, { description: 'What of a task does not fit and is left out, in words' }),
  notes: Type.Array(Type.String(), { description: 'What of the file as a whole is not taken over, in words' }),
  missing: Type.Object(
    {
      items: Type.Array(Type.Object({ id: Id, code: Type.String(), name: Type.String() })),
      daysOff: Type.Array(Type.Object({ id: Id, date: IsoDate, description: Type.String() })),
    },
    { description: 'What the schedule has and the file does not; it stays unless it is removed by its id' },
  ),
  endBefore: Nullable(IsoDate),
  endAfter: Nullable(IsoDate),
});
export type ProjectFileChanges = Static<typeof ProjectFileChanges>;

const schedule = '/api/v1/engineering/cost-estimates/:id/schedule';
const path = `${schedule}/project-file`;
const params = Type.Object({ id: Id });

export const scheduleFileEndpoints = {
  gantt: endpoint({
    method: 'GET',
    path: `${schedule}/file`,
    summary: 'The Gantt as PDF, landscape, with its table, links and legend on each page',
    failure: 'Falha para exportar cronograma',
    params,
    query: Type.Object({ paper: Type.Union([Type.Literal('A4'), Type.Literal('A3')]) }),
    answer: Type.Unknown(),
    bare: true,
  }),
  project: endpoint({
    method: 'GET',
    path,
    summary: 'The schedule in the XML format of MS Project, with calendar, links, progress and its newest 11 baselines',
    failure: 'Falha para exportar cronograma',
    params,
    answer: Type.Unknown(),
    bare: true,
  }),
  readProject: endpoint({
    method: 'POST',
    path,
    summary: 'What a file in the XML format of MS Project (part "file", 20 MiB) would change; nothing is stored',
    failure: 'Falha para ler o arquivo do MS Project',
    params,
    bodyKind: 'multipart',
    answer: ProjectFileChanges,
  }),
};
