import { quantile } from '../support/table.ts';
import type { Inputs } from './inputs.ts';
import type { Need } from './layouts.ts';
import { type Answer, ANSWERS, mixOf, SHARE_OF_REPLICA } from './load.ts';

/** One answer on its way; times in milliseconds. */
interface Asked {
  answer: Answer;
  asked: number;
  /** When it comes to the next station, at last when it is answered. */
  at: number;
}

type Random = () => number;

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
};

/** Servers that take one after the other: where each is free again. */
interface Station {
  servers: number;
  /** Which server takes the next one. A process has the connections that it was given; a core of PostgreSQL takes what waits. */
  choose: 'by chance' | 'first that is free';
  takes: (asked: Asked) => number;
}

/** Lets all pass a station in the order in which they come to it. */
export const pass = (all: Asked[], { servers, choose, takes }: Station, random: Random): void => {
  const free = new Float64Array(servers);
  for (const one of all.sort((a, b) => a.at - b.at)) {
    const server = choose === 'by chance' ? Math.floor(random() * servers) : free.indexOf(Math.min(...free));
    const begins = Math.max(one.at, free[server] ?? 0);
    one.at = begins + takes(one);
    free[server] = one.at;
  }
};

/** Answers that are asked at random moments, so many in a second on average. */
export const arrivals = (count: number, rate: number, mix: Record<Answer, number>, random: Random): Asked[] => {
  const kinds = Object.entries(mix) as [Answer, number][];
  const whole = kinds.reduce((sum, [, share]) => sum + share, 0);
  const choose = (): Answer => {
    let left = random() * whole;
    for (const [answer, share] of kinds) if ((left -= share) < 0) return answer;
    return 'list';
  };
  let now = 0;
  return Array.from({ length: count }, () => {
    now -= (Math.log(random()) * 1000) / rate;
    return { answer: choose(), asked: now, at: now };
  });
};

export interface Times {
  p50: number;
  p95: number;
  p99: number;
}

/** What comes before the processes have their usual queues. */
const WARM = 0.1;
const ANSWERED = 60_000;

/**
 * Sends the busy hour of a cell through its stations: a process of the gateway, one of the services, a core of PostgreSQL, and the
 * turn of commits. Leaves out network, disk, garbage collection, and that a service asks PostgreSQL several times.
 */
export const simulate = (need: Need, inputs: Inputs, seed: number): Times => {
  const random = randomOf(seed);
  const mix = mixOf(inputs);
  const answers = Object.values(mix).reduce((sum, share) => sum + share, 0);
  const all = arrivals(ANSWERED, need.load.operations * inputs.otherWork * answers, mix, random);
  const part = (name: 'gateway' | 'services'): Station => {
    const servers = need.processes[name];
    const factor = inputs.processor * (servers > 1 ? inputs.several : 1);
    return { servers, choose: 'by chance', takes: ({ answer }) => ANSWERS[answer][name] * factor };
  };
  const postgres = (cores: number): Station => ({
    servers: Math.max(1, Math.ceil(cores)),
    choose: 'first that is free',
    takes: ({ answer }) => ANSWERS[answer].postgres * inputs.processor,
  });
  pass(all, part('gateway'), random);
  pass(all, part('services'), random);
  const moved = need.cores.replica > 0 ? SHARE_OF_REPLICA / mix.list : 0;
  const atReplica = new Set(all.filter(({ answer }) => answer === 'list' && random() < moved));
  pass([...atReplica], postgres(need.cores.replica), random);
  const atPrimary = all.filter((one) => !atReplica.has(one));
  pass(atPrimary, postgres(need.cores.primary), random);
  const commits: Station = { servers: 1, choose: 'by chance', takes: () => inputs.commit };
  pass(
    all.filter(({ answer }) => answer === 'payment'),
    commits,
    random,
  );
  const times = all
    .sort((a, b) => a.asked - b.asked)
    .slice(WARM * ANSWERED)
    .map(({ asked, at }) => at - asked);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) };
};
