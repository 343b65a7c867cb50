import { formatTaxId } from '#domain/taxId.ts';
import type { CompanyRowFragment } from '#web/generated/financial.ts';
import { StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import styles from './Companies.module.css';

type Row = CompanyRowFragment;

export const CompanyPill = ({ active }: { active: boolean }) => (
  <StatusPill tone={active ? 'in' : 'neutral'}>{active ? 'Ativa' : 'Inativa'}</StatusPill>
);

/** The small picture of the logo, or nothing; the name stands beside it, so it is not read aloud. */
export const LogoPreview = ({ company }: { company: Pick<Row, 'logo'> }) =>
  company.logo ? <img className={styles.preview} src={company.logo.preview} alt="" /> : null;

export const companyColumns: Column<Row>[] = [
  {
    id: 'logo',
    title: 'Logo',
    width: 112,
    value: (row) => (row.logo ? 'Com logo' : 'Sem logo'),
    render: (row) => (row.logo ? <LogoPreview company={row} /> : <span className={styles.none}>—</span>),
  },
  { id: 'name', title: 'Nome', sortable: true, tone: 'strong', minWidth: 200, flex: 2, value: (row) => row.name },
  { id: 'taxId', title: 'CNPJ', width: 180, value: (row) => formatTaxId(row.taxId) || '—' },
  {
    id: 'active',
    title: 'Situação',
    width: 120,
    value: (row) => (row.active ? 'Ativa' : 'Inativa'),
    render: (row) => <CompanyPill active={row.active} />,
  },
];

export const companyCard = (row: Row): CardItem => ({
  id: row.id,
  title: row.name,
  meta: formatTaxId(row.taxId) || 'Sem CNPJ',
  end: <LogoPreview company={row} />,
  endMeta: <CompanyPill active={row.active} />,
});
