import fc from 'fast-check';

/** What is done to a side; acts on what is measured come more often. */
const WEIGHTS = {
  ...{ type: 4, finish: 1, begin: 2, close: 3, reopen: 2, review: 1, release: 2, undo: 1, pay: 2, retain: 1 },
  ...{ approve: 1, price: 2, amend: 1, remove: 1 },
};
type ActKind = keyof typeof WEIGHTS;

/** An act, told by numbers that choose among what is there. */
export interface Act {
  kind: ActKind;
  pick: number;
  amount: number;
  version: 'fresh' | 'stale' | 'none';
  reason: string | undefined;
  confirmed: boolean | undefined;
}

const kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as ActKind),
);
export const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(1_000),
  amount: fc.nat(1_300),
  version: fc.constantFrom('fresh', 'stale', 'none'),
  reason: fc.option(fc.constantFrom('Recorte', ' '), { nil: undefined }),
  confirmed: fc.option(fc.boolean(), { nil: undefined }),
});

const calmly = (kind: ActKind, pick = 0, amount = 0): Act => ({
  ...{ kind, pick, amount, version: 'none', reason: 'Fim', confirmed: true },
});

/** What chance seldom brings about: releases and payments that keep a measurement from being opened again. */
export const RELEASED: Act[] = [
  ...[
    calmly('undo'),
    calmly('release'),
    calmly('finish'),
    calmly('close'),
    calmly('remove'),
    calmly('review', 1),
    calmly('release'),
  ],
  ...[calmly('reopen'), calmly('pay', 1), calmly('undo'), calmly('pay', 1), calmly('undo')],
  ...[
    calmly('pay'),
    calmly('reopen'),
    calmly('pay'),
    calmly('price', 0, 900),
    calmly('reopen'),
    calmly('type', 0, 500),
  ],
  // What was closed keeps its value at a new price; a negative period and an excess that is not confirmed wait.
  ...[calmly('close'), calmly('begin'), calmly('price', 0, 100), calmly('type', 0, 100), calmly('close')],
  ...[
    { ...calmly('type', 0, 100), reason: 'Outro' },
    { ...calmly('type', 0, 1_200), confirmed: false },
  ],
  ...[calmly('close'), calmly('remove'), calmly('reopen')],
  ...[
    calmly('approve', 1),
    calmly('begin'),
    calmly('close'),
    calmly('amend'),
    calmly('approve'),
    calmly('amend'),
    calmly('approve', 1),
  ],
  ...[calmly('finish'), calmly('close'), calmly('begin'), calmly('reopen'), calmly('review', 1)],
];

export const LAST = calmly('finish');

/** Answers that the sequences have to meet, so that none of them goes untested. */
export const ANSWERS = [
  ...['amend 200', 'amend 422', 'approve 200', 'approve 422', 'begin 200', 'begin 409', 'begin 422', 'close 200'],
  ...['close 409', 'close 422', 'release 200', 'release 422', 'remove 200', 'remove 409', 'reopen 200', 'reopen 409'],
  ...['reopen 422', 'review 200', 'review 409', 'type 200', 'type 409', 'type 422', 'undo 200', 'undo 404', 'undo 422'],
];
