import { describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { SharedLimits, type Listener, type Peers } from '#gateway/limits/shared.ts';
import { peersInMemory } from '#tests/support/alternating.ts';

const SOON = 0;

const processes = (count: number, pause = SOON): SharedLimits[] =>
  peersInMemory(count).map((peers) => new SharedLimits(peers, pause));

describe('Points of several processes', () => {
  test.each([1, 2, 5])('%i processes together give a key its points once', async (count) => {
    const rates = processes(count).map((limits) => limits.rate('users', 12));
    const refused: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      if ((await rates[turn % count]?.take('ana')) !== null) refused.push(turn);
    }
    expect(refused).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
    expect(await rates[0]?.take('rui', 12)).toBeNull();
  });

  test('Limits of another name are counted apart, and keys may have any text', async () => {
    const [here, there] = processes(2) as [SharedLimits, SharedLimits];
    const [users, ofUsers] = [here.rate('users', 2), there.rate('users', 2)];
    const ofAddresses = there.rate('addresses', 2);
    for (const key of ['__proto__', 'constructor', '7']) {
      await users.take(key, 2);
      expect([key, await ofUsers.take(key), await ofAddresses.take(key)]).toEqual([key, expect.any(Number), null]);
    }
  });

  test('A number and its text are one key', async () => {
    const [here, there] = processes(2) as [SharedLimits, SharedLimits];
    const [users, ofUsers] = [here.rate('users', 2), there.rate('users', 2)];
    await users.take(7, 2);
    expect(await ofUsers.wait('7')).toEqual(expect.any(Number));
  });

  test('are told together after a pause, as one sum for a key', async () => {
    const told: unknown[] = [];
    const peers: Peers = { tell: (one) => told.push(one), listen: () => undefined };
    const rate = new SharedLimits(peers, 30).rate('users', 100);
    for (const key of ['ana', 'rui', 'ana']) await rate.take(key, 2);
    expect(told).toEqual([]);
    await wait(60);
    const sums = [
      ['users', 'ana', 4],
      ['users', 'rui', 2],
    ];
    expect(told).toEqual([{ points: sums, open: [] }]);
    await wait(60);
    expect(told).toHaveLength(1);
  });
});

describe('Slots of several processes', () => {
  test('are given once altogether, and again when any process releases one', () => {
    const [here, there] = processes(2).map((limits) => limits.slots('sockets', 3));
    const taken = [here?.take(7), there?.take(7), here?.take(7)];
    expect([here?.take(7), there?.take(7)]).toEqual([null, null]);
    taken[1]?.();
    expect(here?.take(7)).not.toBeNull();
    expect(there?.take(7)).toBeNull();
  });

  test('of a process that has left are free, and one that joins is told what is open', () => {
    const listeners: Listener[] = [];
    const told: unknown[] = [];
    const peers: Peers = { tell: (one) => told.push(one), listen: (listener) => listeners.push(listener) };
    const slots = new SharedLimits(peers, SOON).slots('sockets', 2);
    const [listener] = listeners as [Listener];
    listener.told(2, { points: [], open: [['sockets', 'ana', 2]] });
    listener.told(3, { points: [], open: [['sockets', 'rui', 1]] });
    expect([slots.take('ana'), slots.take('rui') !== null]).toEqual([null, true]);
    listener.left(2);
    expect([slots.take('ana') !== null, slots.take('rui')]).toEqual([true, null]);
    told.length = 0;
    listener.joined(4);
    const open = [
      ['sockets', 'rui', 1],
      ['sockets', 'ana', 1],
    ];
    expect(told).toEqual([{ points: [], open }]);
  });
});
