import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { CandidateFragment } from '#web/generated/engineering.ts';
import * as edits from '#web/engineering/tasks/editor/edits.ts';
import { emptyForm, lineOfCandidate, type FormLine, type TaskForm } from '#web/engineering/tasks/editor/model.ts';
import { linesOfPaste, pastedLines } from '#web/engineering/tasks/editor/paste.ts';
import { figuresOf } from '#web/engineering/tasks/editor/totals.ts';
import { edited, NO_STEPS, redone, undone, type Steps } from '#web/form/lines/steps.ts';

/** Half-even by itself, so that nothing of the product's arithmetic is asked. */
const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_EVEN });
const at4 = (value: Decimal): Decimal => value.toDecimalPlaces(4, Decimal.ROUND_HALF_EVEN);

const digits = (least: number, most: number) => fc.integer({ min: least, max: most });
/** A quantity of at most four places, as decimal text. */
const quantity = digits(1, 99_999_999).map((value) => new Exact(value).div(10_000).toFixed());
const price = fc.option(digits(0, 99_999_999).map((value) => new Exact(value).div(10_000).toFixed(4)));

const types = [
  { id: '1', name: 'Material' },
  { id: '2', name: 'Mão de obra' },
] as const;

const candidate = (id: number, over: Partial<CandidateFragment> = {}): CandidateFragment => ({
  ...{ kind: 'PRODUCT', id: String(id), code: `I-${id}`, aliases: [], name: `Insumo ${id}`, unit: 'kg' },
  ...{ price: '1.0000', productType: types[id % 2] ?? null, circle: null },
  ...{ costDatabase: { id: '1', name: 'Próprios', source: 'GO' } },
  ...over,
});

const line = fc
  .record({ id: digits(1, 9), price, quantity: fc.oneof(quantity, fc.constant('')) })
  .map(({ id, price: unitPrice, quantity: typed }) => lineOfCandidate(candidate(id, { price: unitPrice }), typed));

describe('The figures of a composition that is typed', () => {
  test('equal those of another computation, by line, by type and in all', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const figures = figuresOf(lines, null);
        const totals = lines.map(({ quantity: typed, unitPrice }) =>
          typed === '' || unitPrice === null ? null : at4(new Exact(typed).times(unitPrice)),
        );
        expect(lines.map(figures.totalOf)).toEqual(totals.map((total) => total && total.toFixed(4)));
        const complete = lines.length > 0 && !totals.includes(null);
        const sum = totals.reduce<Decimal>((all, total) => all.plus(total ?? 0), new Exact(0));
        expect(figures.price).toBe(complete ? sum.toFixed(4) : null);
        const ofType = (id: string) =>
          lines.reduce(
            (all, one, n) => (one.split[0]?.productType.id === id ? all.plus(totals[n] ?? 0) : all),
            new Exact(0),
          );
        const used = types.filter(({ id }) => lines.some((one) => one.split[0]?.productType.id === id));
        const expected = complete ? used.map(({ id }) => [Number(id), ofType(id).toFixed(4)]) : [];
        expect(figures.byType.map((part) => [part.id, part.price])).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('Lines that are pasted', () => {
  const found = [
    candidate(1, { code: '0101', aliases: ['VELHO-9', 'antigo.2'] }),
    candidate(2, { code: 'Cód-2' }),
    candidate(3, { code: '118', costDatabase: { id: '7', name: 'SINAPI', source: 'SINAPI' } }),
  ];
  /** What a person writes for each, and the input that it means; null for none. */
  const written: readonly [string, string | null][] = [
    ['0101', '1'],
    ['velho-9', '1'],
    ['ANTIGO.2', '1'],
    ['COD-2', '2'],
    ['118', '3'],
    ['NADA-7', null],
  ];
  const row = fc.record({
    code: fc.constantFrom(...written),
    quantity,
    name: fc.constantFrom('', 'Cimento', 'Areia 1'),
  });

  test('become the same lines from tabs and semicolons, with a heading or without, codes of merged inputs included', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('\t', ';'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (rows, separator, end, heading) => {
          // A description without digits: a number in it would be read as the coefficient.
          const texts = rows.map(({ code: [code], name, quantity: typed }) =>
            [code, name.replace(/\d/g, 'um'), typed.replace('.', ',')].join(separator),
          );
          const head = heading ? [['Código', 'Descrição', 'Coef.'].join(separator)] : [];
          const pasted = pastedLines([...head, ...texts, ''].join(end));
          const lines = linesOfPaste(pasted, found, new Set());
          expect(lines.map(({ childId, unknown }) => (unknown === null ? childId : null))).toEqual(
            rows.map(({ code: [, id] }) => id),
          );
          expect(lines.map((one) => new Exact(one.quantity).toFixed())).toEqual(
            rows.map((one) => new Exact(one.quantity).toFixed()),
          );
          expect(lines.filter(({ unknown }) => unknown !== null).map(({ code }) => code)).toEqual(
            rows.flatMap(({ code: [code, id] }) => (id === null ? [code] : [])),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

type Change = (form: TaskForm) => TaskForm;

/** An edit of any kind, of whichever line there is. */
const change = fc.oneof(
  line.map((one) => [edits.addLines([one]), undefined] as const),
  fc.tuple(fc.nat(11), line).map(([n, one]) => [replaced(n, one), undefined] as const),
  fc
    .tuple(fc.nat(11), quantity)
    .map(([n, typed]) => [onLine(n, (key) => edits.setQuantity(key, typed)), `q.${n}`] as const),
  fc.nat(11).map((n) => [onLine(n, edits.removeLine), undefined] as const),
  fc.constant([(form: TaskForm) => edits.setLines(form.items.toReversed())(form), undefined] as const),
  fc.string({ maxLength: 6 }).map((description) => [edits.setFields({ description }), 'description'] as const),
);
const onLine =
  (n: number, edit: (key: string) => Change): Change =>
  (form) => {
    const chosen: FormLine | undefined = form.items[n % Math.max(1, form.items.length)];
    return chosen ? edit(chosen.key)(form) : form;
  };
const replaced = (n: number, one: FormLine): Change => onLine(n, (key) => edits.addLines([one], key));

test('Undo and redo return the very forms that were shown, whatever was edited', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), fc.array(fc.boolean(), { maxLength: 40 }), (changes, moves) => {
      let form = emptyForm('1');
      let steps: Steps<TaskForm> = NO_STEPS;
      // What a person has seen, one step after the other: typing on in one field is the same step.
      const shown = [form];
      let typing: string | undefined;
      for (const [edit, tag] of changes) {
        steps = edited(steps, form, tag);
        form = edit(form);
        if (tag !== undefined && tag === typing) shown.pop();
        shown.push(form);
        typing = tag;
      }
      let place = shown.length - 1;
      for (const back of [...moves, ...shown.map(() => true), ...shown.map(() => false)]) {
        const next = (back ? undone : redone)(steps, form);
        const wanted = shown[place + (back ? -1 : 1)];
        expect(next === null).toBe(wanted === undefined);
        if (!next) continue;
        place += back ? -1 : 1;
        ({ form, steps } = next);
        expect(form).toBe(wanted);
      }
    }),
    { numRuns: 300 },
  );
});
