import { maskCep } from '#domain/masks.ts';
import {
  Checkbox,
  Combobox,
  CountInput,
  DateInput,
  Field,
  FirstProblem,
  FormSection,
  MaskedInput,
  MoneyInput,
  QuantityInput,
  MultiSelect,
  Problem,
  ProblemCount,
  ReadingContext,
  ReadOnlyContext,
  SearchBox,
  Select,
  Switch,
  SuggestingArea,
  TextArea,
  TextInput,
  useReading,
  type Option,
} from '#web/ui/index.ts';
import { useState, type ReactNode } from 'react';
import { useValue, type Sample } from './sample.ts';

/** Typed fields report unreadable text to the form around them. */
const Form = ({ children }: { children: ReactNode }) => (
  <ReadingContext value={useReading()}>{children}</ReadingContext>
);

const suppliers: Option[] = [
  { id: '1', label: 'Concreteira Paulista', hint: '11.222.333/0001-81' },
  { id: '2', label: 'Aço Forte', hint: '45.723.174/0001-10' },
  { id: '3', label: 'Depósito São Jorge', disabled: true },
];

const MoneyField = () => (
  <Field label="Valor">
    <MoneyInput path="value" symbol="R$" {...useValue('12345.67')} />
  </Field>
);

const QuantityField = () => (
  <Field label="Coeficiente">
    <QuantityInput path="quantity" {...useValue('0.3560')} />
  </Field>
);

const DateField = () => (
  <Field label="Vencimento" warning="Este vencimento já passou">
    <DateInput path="dueDate" towards="future" {...useValue('2026-11-20')} />
  </Field>
);

const ComboboxField = () => {
  const [value, setValue] = useState<Option | null>(suppliers[0] ?? null);
  return (
    <Field label="Fornecedor">
      <Combobox path="partner" value={value} onChange={setValue} options={suppliers} />
    </Field>
  );
};

const CheckboxSample = () => {
  const { value, onChange } = useValue(true);
  return <Checkbox label="Previsão" checked={value} onChange={onChange} />;
};

const SwitchSample = () => {
  const { value, onChange } = useValue(true);
  return <Switch label="Ratear entre obras" checked={value} onChange={onChange} />;
};

export const fields: Sample[] = [
  {
    name: 'Field',
    Show: () => (
      <>
        <Field label="Descrição" required hint="Até 200 letras">
          <TextInput {...useValue('Concreto fck 25')} />
        </Field>
        <Field label="E-mail" error="Informe um e-mail válido.">
          <TextInput {...useValue('obra@')} />
        </Field>
      </>
    ),
  },
  { name: 'TextInput', Show: () => <TextInput ariaLabel="Documento" {...useValue('NF 10.482')} /> },
  { name: 'MaskedInput', Show: () => <MaskedInput ariaLabel="CEP" mask={maskCep} {...useValue('01310-100')} /> },
  { name: 'TextArea', Show: () => <TextArea ariaLabel="Observação" {...useValue('Entregar pela rua de trás.')} /> },
  {
    name: 'SuggestingArea',
    Show: () => (
      <SuggestingArea
        ariaLabel="Comentário"
        {...useValue('Veja @Ana')}
        listLabel="Pessoas"
        countText={(count) => `${count} pessoas`}
        searchAt={(text, caret) => {
          const from = text.lastIndexOf('@', caret - 1);
          return from < 0 ? null : { from, search: text.slice(from + 1, caret) };
        }}
        loadOptions={() => Promise.resolve([{ id: '1', label: 'Ana Souza' }])}
        insertedOf={({ label }) => `@${label}`}
        onSend={() => undefined}
      />
    ),
  },
  { name: 'SearchBox', Show: () => <SearchBox label="Buscar em despesas" {...useValue('')} /> },
  {
    name: 'MoneyInput',
    Show: () => (
      <Form>
        <MoneyField />
      </Form>
    ),
  },
  {
    name: 'QuantityInput',
    Show: () => (
      <Form>
        <QuantityField />
      </Form>
    ),
  },
  {
    name: 'DateInput',
    Show: () => (
      <Form>
        <DateField />
      </Form>
    ),
  },
  {
    name: 'CountInput',
    Show: () => (
      <Form>
        <CountInput path="count" ariaLabel="Parcelas" {...useValue(3)} />
      </Form>
    ),
  },
  {
    name: 'ReadingContext',
    Show: () => (
      <Form>
        <Field label="Juros">
          <MoneyInput path="increase" symbol="%" kind="percentage" {...useValue('1.5')} />
        </Field>
      </Form>
    ),
  },
  {
    name: 'Combobox',
    Show: () => (
      <Form>
        <ComboboxField />
      </Form>
    ),
  },
  { name: 'MultiSelect', Show: () => <MultiSelect ariaLabel="Obras" options={suppliers} {...useValue(['1', '2'])} /> },
  {
    name: 'Select',
    Show: () => (
      <Select
        ariaLabel="Forma de pagamento"
        options={[
          { value: 'PIX', label: 'Pix' },
          { value: 'BOLETO', label: 'Boleto' },
        ]}
        {...useValue<'PIX' | 'BOLETO'>('PIX')}
      />
    ),
  },
  { name: 'Checkbox', Show: CheckboxSample },
  { name: 'Switch', Show: SwitchSample },
  {
    name: 'ReadOnlyContext',
    Show: () => (
      <ReadOnlyContext value>
        <TextInput ariaLabel="Descrição sem permissão" {...useValue('Não pode ser alterada')} />
      </ReadOnlyContext>
    ),
  },
  {
    name: 'FormSection',
    Show: () => (
      <FormSection title="Endereço">
        <Field label="Rua">
          <TextInput {...useValue('Avenida Paulista')} />
        </Field>
        <Field label="Número">
          <TextInput {...useValue('1.578')} />
        </Field>
      </FormSection>
    ),
  },
  { name: 'Problem', Show: () => <Problem>A soma das parcelas não é o valor do lançamento.</Problem> },
  { name: 'ProblemCount', Show: () => <ProblemCount count={2} /> },
  { name: 'FirstProblem', Show: () => <FirstProblem refusals={0} /> },
];
