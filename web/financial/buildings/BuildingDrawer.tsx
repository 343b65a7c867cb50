import { DELETE_BUILDING_FAILED, FETCH_BUILDING_FAILED, SAVE_BUILDING_FAILED } from '#domain/messages.ts';
import { AwaitedDrawer, RegisterDrawer } from '#web/register/RegisterDrawer.tsx';
import { findRoute } from '#web/session/routes.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { isRecord } from '#web/client/storage.ts';
import { useEditor } from '#web/form/useEditor.ts';
import { useBuildingQuery, type BuildingRowFragment } from '#web/generated/financial.ts';
import { ActivePill, Field, FormSection, TextInput } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import styles from './BuildingDrawer.module.css';
import { useBuildingAccess } from './useBuildingAccess.ts';
import { useBuildingCalls } from './useBuildings.ts';

interface BuildingDrawerProps {
  /** 'new', or the building's id. */
  id: string;
  onClose: () => void;
  onMove?: (direction: 1 | -1) => void;
  onSaved: (id: string) => void;
}

/** One building beside the list. */
export const BuildingDrawer = (props: BuildingDrawerProps) => {
  const { companyId } = usePlace();
  const { id } = props;
  const { data, error, refetch } = useBuildingQuery({
    variables: { companyId, id },
    skip: id === 'new',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  if (id === 'new') return <BuildingEditor key="new" {...props} building={null} reload={() => undefined} />;
  const building = data?.building;
  if (building) return <BuildingEditor key={id} {...props} building={building} reload={() => void refetch()} />;
  return (
    <AwaitedDrawer
      title="Obra"
      error={error}
      missing={data !== undefined}
      failureText={error ? FETCH_BUILDING_FAILED : 'Obra não encontrada'}
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
};

interface BuildingForm {
  name: string;
}

const formOf = (row: BuildingRowFragment | null): BuildingForm => ({ name: row?.name ?? '' });
const isBuildingForm = (value: unknown): value is BuildingForm => isRecord(value) && typeof value.name === 'string';
const problemsOf = ({ name }: BuildingForm): Record<string, string> =>
  name.trim() === '' ? { name: 'Informe o nome da obra' } : {};

interface BuildingEditorProps extends BuildingDrawerProps {
  building: BuildingRowFragment | null;
  reload: () => void;
}

const BuildingEditor = ({ building, reload, onClose, onMove, onSaved }: BuildingEditorProps) => {
  const calls = useBuildingCalls();
  const access = useBuildingAccess();
  const { place } = useSession();
  const editor = useEditor({
    row: building,
    draftKey: 'building',
    isForm: isBuildingForm,
    formOf,
    problemsOf,
    save: ({ name }, row) => calls.save(row, name),
    savedText: 'Obra salva',
    failureText: SAVE_BUILDING_FAILED,
    onSaved: ({ id }) => onSaved(id),
  });
  const readOnly = building === null ? !access.mayCreate : !access.mayChange(building.id);
  return (
    <RegisterDrawer
      editor={editor}
      newTitle="Nova obra"
      entry={
        building && {
          name: building.name,
          active: building.active,
          onToggle: () => void calls.toggle(building),
          onErase: () => calls.erase(building),
          loss: 'A obra e as permissões sobre ela deixam de existir.',
          typed: true,
          eraseFailure: DELETE_BUILDING_FAILED,
        }
      }
      subtitle={building?.company?.name ?? place.company?.name}
      status={building && <ActivePill active={building.active} feminine />}
      onClose={onClose}
      onMove={onMove}
      onReload={reload}
      readOnly={readOnly ? 'Sem permissão de engenharia nesta obra, ela só pode ser consultada.' : undefined}
    >
      <FormSection title="Dados">
        <Field label="Nome da obra" required wide error={editor.problems.name}>
          <TextInput
            value={editor.form.name}
            maxLength={120}
            readOnly={readOnly}
            autoFocus={building === null}
            onChange={(name) => editor.set({ name })}
          />
        </Field>
      </FormSection>
      {building && <Documents id={building.id} />}
      {building && <Stages stages={building.stages ?? []} />}
    </RegisterDrawer>
  );
};

const documents = [
  { path: '/home/forms/transactions/outcome', label: 'Ver despesas' },
  { path: '/home/forms/transactions/income', label: 'Ver receitas' },
];

/** The lists of what was appropriated to the building, as far as the person may enter them. */
const Documents = ({ id }: { id: string }) => {
  const { may } = useSession();
  const open = documents.filter(({ path }) => {
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
