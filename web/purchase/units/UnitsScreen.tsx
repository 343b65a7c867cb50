import {
  CreateUnitDocument,
  DeleteUnitDocument,
  UnitDocument,
  UnitsDocument,
  UpdateUnitDocument,
} from '#web/generated/purchase.ts';
import { specs } from '#web/list/listFilters.ts';
import { activeColumn } from '#web/register/columns.tsx';
import { defineRegister } from '#web/register/defineRegister.ts';
import type { Noun } from '#web/register/noun.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { textForm } from '#web/register/textForm.tsx';
import { ActivePill } from '#web/ui/index.ts';

const noun: Noun = { one: 'unidade', many: 'unidades', gender: 'a' };

const units = defineRegister({
  noun,
  draftKey: 'unit',
  operations: {
    list: UnitsDocument,
    one: UnitDocument,
    create: CreateUnitDocument,
    update: UpdateUnitDocument,
    remove: DeleteUnitDocument,
  },
  filters: { acronyms: specs.text('Sigla'), description: specs.text('Nome') },
  columns: [
    { id: 'acronyms', title: 'Sigla', sortable: true, tone: 'strong', width: 140, value: (row) => row.acronyms },
    { id: 'description', title: 'Nome', sortable: true, minWidth: 200, flex: 2, value: (row) => row.description },
    activeColumn(noun),
  ],
  card: ({ id, acronyms, description, active }) => ({
    ...{ id, title: acronyms, meta: description },
    endMeta: <ActivePill active={active} feminine />,
  }),
  form: textForm({
    acronyms: { label: 'Sigla', required: 'Informe a sigla, como m³ ou kg', maxLength: 10, placeholder: 'm³' },
    description: { label: 'Nome', required: 'Informe o nome da unidade', maxLength: 60, placeholder: 'Metro cúbico' },
  }),
  nameOf: ({ acronyms }) => acronyms,
  subtitle: (row) => row?.description,
  emptyText: 'Cadastre a sigla que vem depois da quantidade e o nome por extenso.',
  failures: {
    list: 'Falha para buscar todas as unidades',
    one: 'Falha para buscar unidade',
    save: 'Falha para salvar unidade',
    remove: 'Falha para apagar unidade',
  },
});

/** Unidades: the units that products are measured in. */
const UnitsScreen = () => <RegisterScreen register={units} />;

export default UnitsScreen;
