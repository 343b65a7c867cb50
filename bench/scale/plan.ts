import type { Inputs } from './inputs.ts';
import { firstToBreak, type Layout, LAYOUTS, limitOf, type Need, needOf, type Resource, useOf } from './layouts.ts';

/** Machines of one kind. */
interface Machines {
  count: number;
  cores: number;
}

export interface Plan {
  accounts: number;
  layout: Layout;
  /** Independent databases, each with gateways and services of its own, and accounts of each. */
  cells: number;
  accountsOfCell: number;
  /** Of one cell. */
  need: Need;
  first: Resource;
  /** How much of it is used: 1 is all that may be. */
  used: number;
  /** Of all cells. */
  parts: Machines;
  databases: Machines;
  /** US$ a month. */
  cost: { machines: number; disk: number; backup: number; all: number; account: number };
}

const GIGABYTE = 1e9;
/** Where parts run apart there are two machines of them, so that one may go. */
const LEAST_PARTS = 2;

/** The smallest machine of 2, 4, 8 … cores that has these cores and this memory. */
const machineOf = (cores: number, memory: number, inputs: Inputs): number => {
  let size = 2;
  while (size < inputs.cores && (size < cores || size * inputs.memoryOfCore < memory)) size *= 2;
  return Math.min(size, inputs.cores);
};

/** The first layout that holds the accounts; where none does, cells of the last one. */
const layoutFor = (accounts: number, inputs: Inputs): { layout: Layout; cells: number } => {
  for (const layout of LAYOUTS) if (accounts <= limitOf(layout, inputs)) return { layout, cells: 1 };
  const limit = limitOf('with a replica', inputs);
  if (limit === 0) throw new Error('With these inputs not even one account fits on the largest machine.');
  return { layout: 'with a replica', cells: Math.ceil(accounts / limit) };
};

const machinesOf = (need: Need, layout: Layout, inputs: Inputs): { parts: Machines; databases: Machines } => {
  const { cores, memory, load } = need;
  const ofParts = cores.gateway + cores.services;
  if (layout === 'one machine') {
    const all = inputs.systemBytes + memory.database + memory.parts;
    return {
      parts: { count: 0, cores: 0 },
      databases: { count: 1, cores: machineOf(cores.primary + ofParts, all, inputs) },
    };
  }
  const room = inputs.partCores * inputs.memoryOfCore - inputs.systemBytes;
  const count = Math.max(
    LEAST_PARTS,
    Math.ceil(ofParts / inputs.partCores),
    Math.ceil(memory.parts / room),
    Math.ceil(load.sockets / inputs.mostSockets),
  );
  // A standby takes the primary's place: it is as large.
  const size = machineOf(Math.max(cores.primary, cores.replica), inputs.systemBytes + memory.database, inputs);
  return {
    parts: { count, cores: inputs.partCores },
    databases: { count: layout === 'with a replica' ? 2 : 1, cores: size },
  };
};

export const planFor = (accounts: number, inputs: Inputs): Plan => {
  const { layout, cells } = layoutFor(accounts, inputs);
  const accountsOfCell = Math.ceil(accounts / cells);
  const need = needOf(accountsOfCell, layout, inputs);
  const use = useOf(accountsOfCell, layout, inputs);
  const first = firstToBreak(use);
  const one = machinesOf(need, layout, inputs);
  const parts = { ...one.parts, count: cells * one.parts.count };
  const databases = { ...one.databases, count: cells * one.databases.count };
  const stored = (cells * (need.rows + need.files)) / GIGABYTE;
  const machines = (parts.count * parts.cores + databases.count * databases.cores) * inputs.coreMonth;
  const disk = (stored / inputs.diskFill) * one.databases.count * inputs.diskMonth;
  const backup = stored * inputs.backups * inputs.backupMonth;
  const all = machines + disk + backup;
  return {
    ...{ accounts, layout, cells, accountsOfCell, need, first, used: use[first], parts, databases },
    cost: { machines, disk, backup, all, account: all / accounts },
  };
};
