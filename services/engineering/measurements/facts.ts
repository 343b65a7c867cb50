import { sql } from 'kysely';
import { todayIn } from '#domain/dates.ts';
import type { Gap } from '#schema/engineering/measurements/bulletins.rest.ts';
import type { Measurement } from '#schema/engineering/measurements/measurements.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** What the registers say for a boletim. */
export interface Parties {
  company: { name: string; taxId: string | null; address: string | null };
  building: {
    name: string;
    address: string | null;
    technicalName: string | null;
    technicalTitle: string | null;
    technicalRegistration: string | null;
  };
  partner: { name: string; taxId: string | null } | null;
}

/** All that a boletim says besides its rows and photos; stored when its measurement is closed. */
export interface BulletinFacts extends Parties {
  measurement: Measurement;
  /** Day of the closing in Brazil, and its instant, which the file bears. */
  issuedOn: string;
  createdAt: string;
  /** Where the code is checked; known from the first print on. */
  site: string | null;
}

/** What is asked for before the first print. */
export const gapsOf = ({ company, building }: Parties, logo: Buffer | null): Gap[] => [
  ...(company.taxId === null ? (['COMPANY_TAX_ID'] as const) : []),
  ...(company.address === null ? (['COMPANY_ADDRESS'] as const) : []),
  ...(logo === null ? (['COMPANY_LOGO'] as const) : []),
  ...(building.technicalName === null || building.technicalRegistration === null
    ? (['TECHNICAL_PERSON'] as const)
    : []),
];

/** What the registers say now. */
export const readParties = async (
  trx: Trx,
  accountId: number,
  { companyId, building, partner }: Measurement,
): Promise<{ parties: Parties; logo: Buffer | null }> => {
  const { rows } = await sql<Parties & { logo: Buffer | null }>`
    select json_build_object('name', c.name, 'taxId', c.tax_id, 'address', c.address) as company,
      json_build_object('name', b.name, 'address', b.address, 'technicalName', b.technical_name,
        'technicalTitle', b.technical_title, 'technicalRegistration', b.technical_registration) as building,
      case when p.id is not null then json_build_object('name', p.name, 'taxId', p.tax_id) end as partner,
      l.content as logo
    from companies c
    join buildings b on b.account_id = c.account_id and b.company_id = c.id and b.id = ${building.id}
    left join partners p on p.account_id = c.account_id and p.id = ${partner?.id ?? null}
    left join company_logos l on l.account_id = c.account_id and l.company_id = c.id
    where c.account_id = ${accountId} and c.id = ${companyId}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error(`Measurement ${building.id} of a building without a company`);
  const { logo, ...parties } = found;
  return { parties, logo };
};

/** The facts of a measurement that is closed now, or printed before. */
export const factsOf = (measurement: Measurement, parties: Parties, now: Date): BulletinFacts => {
  const createdAt = measurement.closedAt ?? now.toISOString();
  return {
    measurement,
    ...parties,
    // The day in Brazil: a sheet that is closed in the evening is not issued tomorrow.
    issuedOn: todayIn(new Date(createdAt)),
    createdAt,
    site: null,
  };
};

const filled = <Fields extends object>(stored: Fields, now: Fields): Fields => ({
  ...now,
  ...(Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as Partial<Fields>),
});

type Person = Pick<Parties['building'], 'technicalName' | 'technicalTitle' | 'technicalRegistration'>;

const personOf = ({ technicalName, technicalTitle, technicalRegistration }: Person): Person => ({
  technicalName,
  technicalTitle,
  technicalRegistration,
});

/** The name of one person is never printed with the registration of another. */
const completedPerson = (stored: Person, now: Person): Person => {
  if (stored.technicalName === null) return personOf(now);
  return stored.technicalName === now.technicalName ? filled(personOf(stored), personOf(now)) : personOf(stored);
};

/** What was missing at the closing, from the registers of the first print; what was there stays. */
export const completed = (stored: BulletinFacts, now: Parties): BulletinFacts => ({
  ...stored,
  company: filled(stored.company, now.company),
  building: { ...filled(stored.building, now.building), ...completedPerson(stored.building, now.building) },
});
