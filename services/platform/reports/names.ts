import type { Printed } from './printed.ts';

/** "Contas a pagar 01-11-2026 a 30-11-2026": slashes are no part of a file name. */
export const fileNameOf = ({ title, about }: Pick<Printed, 'title' | 'about'>): string =>
  `${title} ${about[0] ?? ''}`.replaceAll('/', '-').replaceAll(':', '').trim();
