import { begunName, type Begun } from '#web/session/begun.ts';
import { amountText, deviationText, indexText } from '#domain/engineering/earnedValue/texts.ts';
import { hasAllOf } from '#domain/permissions.ts';
import { findRoute } from '#web/session/routes.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useBuildingProgressQuery, type BuildingRowFragment } from '#web/generated/financial.ts';
import type { RegisterFieldsProps } from '#web/register/defineRows.ts';
import { textForm } from '#web/register/textForm.tsx';
import { FigureStrip, today } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import styles from './BuildingFields.module.css';

const name = { label: 'Nome da obra', required: 'Informe o nome da obra', maxLength: 120, wide: true };
const texts = textForm({
  name,
  address: { label: 'Endereço', maxLength: 200, wide: true },
  technicalName: { label: 'Responsável técnico', maxLength: 120, wide: true },
  technicalTitle: { label: 'Título', maxLength: 80, placeholder: 'engenheira civil' },
  technicalRegistration: { label: 'Registro no CREA ou CAU', maxLength: 40, placeholder: 'CREA-SP 5069871234' },
});

type BuildingForm = ReturnType<typeof texts.formOf>;

/** Name, address and technical person of the building, links to its transactions, and its stages. */
const Fields = (props: RegisterFieldsProps<BuildingRowFragment, BuildingForm>) => (
  <>
    <texts.Fields {...props} />
    {props.row && <TransactionLinks id={props.row.id} />}
    {props.row && <Progress id={props.row.id} />}
    {props.row && <Stages stages={props.row.stages ?? []} />}
  </>
);

export const buildingForm = {
  ...texts,
  Fields,
  begun: { kind: 'BUILDING', fill: (form: BuildingForm, begun: Begun) => begunName(form, begun) } as const,
};

const links = [
  { path: '/home/forms/transactions/outcome', label: 'Ver despesas' },
  { path: '/home/forms/transactions/income', label: 'Ver receitas' },
];

/** Links to the lists of transactions apportioned to the building that the user may enter. */
const TransactionLinks = ({ id }: { id: string }) => {
  const { may } = useSession();
  const open = links.filter(({ path }) => {
    const route = findRoute(path);
    return route !== undefined && may(route.rule);
  });
  return (
    <p className={styles.links}>
      {open.map(({ path, label }) => (
        <Link key={path} to={`${path}?building=${id}`}>
          {label}
        </Link>
      ))}
    </p>
  );
};

/** What the obra was to cost and what it did: the total of its report by stage. For users with ENGINEERING on it. */
const Progress = ({ id }: { id: string }) => {
  const { grantee } = useSession();
  const { companyId } = usePlace();
  const allowed = hasAllOf(grantee, ['ENGINEERING'], { companyId, buildingId: id });
  const { data } = useBuildingProgressQuery({
    variables: { buildingId: id, date: today() },
    skip: !allowed,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const found = data?.estimatedVsActual;
  if (!found) return null;
  const { estimateTotal, estimatedValue, measuredValue, actualValue, committedValue } = found;
  const { cpi, spi, deviationPercentage } = found;
  return (
    <section className={styles.progress} aria-label="Orçado × realizado">
      <FigureStrip
        figures={[
          { label: 'Orçado', value: estimateTotal },
          { label: 'Planejado', value: estimatedValue },
          { label: 'Medido', value: measuredValue },
          { label: 'Realizado', value: actualValue },
        ]}
      />
      <p>
        Comprometido {amountText(committedValue)} · IDC {indexText(cpi)} · IDP {indexText(spi)} · desvio{' '}
        {deviationText(deviationPercentage)}{' '}
        <Link to={`/home/forms/engineering/appropriate-overview?building=${id}`}>Ver por etapa</Link>
      </p>
    </section>
  );
};

const Stages = ({ stages }: { stages: NonNullable<BuildingRowFragment['stages']> }) => (
  <section className={styles.stages} aria-label="Etapas do orçamento">
    <h3>Etapas do orçamento</h3>
    {stages.length === 0 ? (
      <p>Esta obra ainda não tem orçamento: despesas são apropriadas sem etapa.</p>
    ) : (
      <ol>
        {stages.map(({ id, code, name, level }) => (
          <li key={id} data-level={Math.min(level ?? 0, 3)}>
            <span>{code}</span> {name}
          </li>
        ))}
      </ol>
    )}
  </section>
);
