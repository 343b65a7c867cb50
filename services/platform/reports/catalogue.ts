import type { ReportEntry } from '#schema/reports/reports.rest.ts';
import { allows } from '../access.ts';
import { forbidden, notFound } from '../errors.ts';
import type { Session } from '../session.ts';
import type { ReportDescription } from './description.ts';

/** All reports of the product, in the order of the screen. */
export class Catalogue {
  readonly #reports: ReadonlyMap<string, ReportDescription>;

  constructor(descriptions: readonly ReportDescription[]) {
    this.#reports = new Map(descriptions.map((one) => [one.report, one]));
    if (this.#reports.size !== descriptions.length) throw new Error('two reports have one key');
  }

  /** Those that a user may run in a company. */
  of(session: Session, companyId: number): ReportDescription[] {
    return [...this.#reports.values()].filter(({ access }) => allows(access, session, companyId));
  }

  /** @throws ServiceError 404 for an unknown report, 403 for one that the user may not run */
  find(report: string, session: Session, companyId: number): ReportDescription {
    const found = this.#reports.get(report);
    if (!found) throw notFound('Relatório não encontrado.');
    if (!session.companies.has(companyId)) throw notFound();
    if (!allows(found.access, session, companyId)) throw forbidden('Você não tem acesso a este relatório.');
    return found;
  }

  /** Days of a report; none of one that is not in the catalogue any more. */
  periodOf(report: string): ReportDescription['period'] {
    return this.#reports.get(report)?.period ?? 'NONE';
  }

  titleOf(report: string): string {
    return this.#reports.get(report)?.title ?? report;
  }
}

export const entryOf = (description: ReportDescription, favourite: boolean): ReportEntry => {
  const {
    report,
    title,
    group,
    period,
    ahead = false,
    building = 'NONE',
    wallet = false,
    regime = false,
  } = description;
  return {
    ...{
      report,
      title,
      group,
      description: description.description,
      period,
      ahead,
      building,
      wallet,
      regime,
      favourite,
    },
    groupings: (description.groupings ?? []).map(({ grouping, title: name }) => ({ grouping, title: name })),
  };
};
