import type { Told } from '#gateway/limits/shared.ts';

/** What a process tells the one that started it; prom-client has messages of its own beside these. */
export type FromWorker = { ready: number } | { limits: Told };

/** What the processes are told, each by the number of its slot. */
export type ToWorker = { limits: Told; of: number } | { joined: number } | { left: number };

/** Environment variable with what all processes are given, as JSON. */
export const GIVEN = 'PRUMO_GIVEN';

/** Environment variable with the number of the process, from 1: one that takes the place of another has the same. */
export const SLOT = 'PRUMO_PROCESS';
