import type { Noun } from '#web/register/noun.ts';

export const TASKS = '/home/forms/task';
export const noun: Noun = { one: 'composição', many: 'composições', gender: 'a' };

/** Texts of §8 for failures without their own reason. */
export const failures = {
  list: 'Falha para buscar todas as composições',
  one: 'Falha para buscar composição',
  save: 'Falha para salvar composição',
  remove: 'Falha para apagar composição',
};

/** The page of a composition. */
export const taskAddress = (id: string): string => `${TASKS}?id=${id}`;
