import type { Inputs } from './inputs.ts';
import { type Load, loadOf } from './load.ts';

export const LAYOUTS = ['one machine', 'parts apart', 'with a replica'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What the parts of accounts need together, before they are laid on machines. */
export interface Need {
  load: Load;
  /** Processes of each part, and the cores that they and PostgreSQL get so that the utilisation is not passed. */
  processes: { gateway: number; services: number };
  cores: { gateway: number; services: number; primary: number; replica: number };
  /** Bytes. */
  memory: { parts: number; database: number };
  rows: number;
  files: number;
  /** Of the rows and files together, a year. */
  growth: number;
  connections: number;
  logRate: number;
}

/** Cores of a part of which each process uses one: a second process makes each answer dearer. */
const partOf = (busy: number, { several, utilisation }: Inputs): { cores: number; processes: number } => {
  const alone = busy / utilisation;
  const cores = alone <= 1 ? alone : alone * several;
  return { cores, processes: Math.max(1, Math.ceil(cores)) };
};

export const needOf = (accounts: number, layout: Layout, inputs: Inputs): Need => {
  const load = loadOf(accounts, inputs);
  const gateway = partOf(load.busy.gateway, inputs);
  const services = partOf(load.busy.services, inputs);
  const replicated = layout === 'with a replica';
  const primary = load.busy.postgres - (replicated ? load.moved - load.asked : 0);
  const connections = services.processes * inputs.connections;
  const installments = accounts * inputs.installments;
  const rows = installments * inputs.rowBytes + accounts * inputs.accountBytes;
  return {
    load,
    processes: { gateway: gateway.processes, services: services.processes },
    cores: {
      gateway: gateway.cores,
      services: services.cores,
      primary: primary / inputs.utilisation,
      replica: replicated ? (load.moved + load.asked) / inputs.utilisation : 0,
    },
    memory: {
      parts: (gateway.processes + services.processes) * inputs.processBytes + load.sockets * inputs.socketBytes,
      database: inputs.hot * rows + connections * inputs.connectionBytes,
    },
    rows,
    files: installments * inputs.fileBytes,
    growth: accounts * inputs.newInstallments * (inputs.rowBytes + inputs.fileBytes),
    connections,
    logRate: load.writes * inputs.logBytes * inputs.wholePages,
  };
};

/** What one machine, or one database, has an end of. */
export const RESOURCES = [
  'processor',
  'memory',
  'disk',
  'connections',
  'sockets',
  'log of the database',
  'commits in turn',
] as const;
export type Resource = (typeof RESOURCES)[number];

/**
 * How much of the largest machine with the database (and, on one machine, with all else) is used: 1 is all that may be. Machines
 * of gateways and services are added as needed, and have no end here.
 */
export const useOf = (accounts: number, layout: Layout, inputs: Inputs): Record<Resource, number> => {
  const { cores, memory, rows, files, connections, load, logRate } = needOf(accounts, layout, inputs);
  const alone = layout === 'one machine';
  const parts = alone ? { cores: cores.gateway + cores.services, memory: memory.parts } : { cores: 0, memory: 0 };
  return {
    processor: (cores.primary + parts.cores) / inputs.cores,
    memory: (inputs.systemBytes + memory.database + parts.memory) / (inputs.cores * inputs.memoryOfCore),
    disk: (rows + files) / inputs.diskFill / inputs.disk,
    connections: connections / inputs.mostConnections,
    sockets: alone ? load.sockets / inputs.mostSockets : 0,
    'log of the database': logRate / inputs.utilisation / inputs.mostLogBytes,
    'commits in turn': (load.writes * inputs.commit) / 1000 / inputs.utilisation,
  };
};

/** The resource that is used most: the first to break when accounts are added. */
export const firstToBreak = (use: Record<Resource, number>): Resource =>
  RESOURCES.reduce((first, one) => (use[one] > use[first] ? one : first));

export const fits = (accounts: number, layout: Layout, inputs: Inputs): boolean =>
  Object.values(useOf(accounts, layout, inputs)).every((used) => used <= 1);

/** Most accounts that a layout holds; 0 where not even one fits. */
export const limitOf = (layout: Layout, inputs: Inputs): number => {
  let [holds, tooMany] = [0, 2 ** 40];
  while (tooMany - holds > 1) {
    const middle = Math.floor((holds + tooMany) / 2);
    if (fits(middle, layout, inputs)) holds = middle;
    else tooMany = middle;
  }
  return holds;
};
