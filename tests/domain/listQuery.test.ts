import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseListQuery, stringifyListQuery, type ListQuery } from '#domain/listQuery.ts';
import { addDays } from '#domain/dates.ts';
import { days, hold } from './properties.ts';

describe('Parsing the URL of a list:', () => {
  test('`from` and `to` filter the due date, both days included', () => {
    expect(parseListQuery('?from=2026-11-01&to=2026-11-30')).toEqual({
      filters: [{ id: 'dueDate', value: { start: '2026-11-01', end: '2026-12-01' } }],
      sort: [],
    });
  });

  test('`from` alone means one day', () => {
    expect(parseListQuery('from=2026-12-31').filters).toEqual([
      { id: 'dueDate', value: { start: '2026-12-31', end: '2027-01-01' } },
    ]);
  });

  test('`to` alone has no start', () => {
    expect(parseListQuery('to=2026-12-31').filters).toEqual([{ id: 'dueDate', value: { end: '2027-01-01' } }]);
  });

  test.each([
    ['from=2026-11-01&to=9999-12-31', { start: '2026-11-01' }],
    ['from=9999-12-31', { start: '9999-12-31' }],
    ['from=0001-01-01&to=9999-12-31', { start: '0001-01-01' }],
    ['from=0001-01-01', { start: '0001-01-01', end: '0001-01-02' }],
  ])('%s is limited to the calendar’s range, and is written as it was read', (search, value) => {
    const query = parseListQuery(search);
    expect(query.filters).toEqual([{ id: 'dueDate', value }]);
    expect(stringifyListQuery(query)).toBe(search);
  });

  test('sort is descending for "desc", and ascending otherwise', () => {
    expect(parseListQuery('sort=dueDate:desc,value,partner:asc,name:DESC,,:desc').sort).toEqual([
      { id: 'dueDate', desc: true },
      { id: 'value', desc: false },
      { id: 'partner', desc: false },
      { id: 'name', desc: false },
    ]);
  });

  test('any other key is an equality filter', () => {
    expect(parseListQuery('status=OPEN&partner=12&search=caf%C3%A9+preto&empty=').filters).toEqual([
      { id: 'status', value: 'OPEN' },
      { id: 'partner', value: '12' },
      { id: 'search', value: 'café preto' },
    ]);
  });

  test('page and size are whole numbers; invalid ones are omitted', () => {
    expect(parseListQuery('page=2&size=50')).toEqual({ filters: [], sort: [], page: 2, size: 50 });
    expect(parseListQuery('page=-1&size=x&from=2026-02-30')).toEqual({ filters: [], sort: [] });
  });

  test.each([null, undefined, 5, {}, ['from=2026-11-01']])('%p is not text and gives an empty result', (search) => {
    expect(parseListQuery(search)).toEqual({ filters: [], sort: [] });
  });
});

describe('Writing the URL of a list:', () => {
  test('the URL is short and readable', () => {
    const query: ListQuery = {
      filters: [
        { id: 'dueDate', value: { start: '2026-11-01', end: '2026-12-01' } },
        { id: 'search', value: 'café & cia' },
      ],
      sort: [
        { id: 'dueDate', desc: true },
        { id: 'value', desc: false },
      ],
      page: 0,
      size: 50,
    };
    expect(stringifyListQuery(query)).toBe(
      'from=2026-11-01&to=2026-11-30&search=caf%C3%A9%20%26%20cia&sort=dueDate:desc,value&page=0&size=50',
    );
    expect(
      stringifyListQuery({ filters: [{ id: 'dueDate', value: { start: '2026-11-01', end: '2026-11-02' } }] }),
    ).toBe('from=2026-11-01');
  });

  test.each([null, undefined, 'from=2026-11-01', 5, [], { filters: 'x' }])(
    '%p is not a query and gives an empty text',
    (query) => {
      expect(stringifyListQuery(query)).toBe('');
    },
  );

  test('a written query is read back unchanged', () => {
    const keys = fc
      .stringMatching(/^[a-z][A-Za-z]{0,8}$/)
      .filter((key) => !['from', 'to', 'sort', 'page', 'size'].includes(key));
    const ranges = fc.tuple(days, fc.integer({ min: 1, max: 400 })).map(([start, length]) => ({
      id: 'dueDate',
      value: { start, end: addDays(start, length) },
    }));
    const equalities = fc.uniqueArray(fc.record({ id: keys, value: fc.string({ minLength: 1, unit: 'grapheme' }) }), {
      selector: (filter) => filter.id,
    });
    const queries = fc.record({
      filters: fc.tuple(ranges, equalities).map(([range, others]) => [range, ...others]),
      sort: fc.array(fc.record({ id: keys, desc: fc.boolean() })),
      page: fc.nat(1_000_000),
      size: fc.nat(2_000_000),
    });
    hold(
      'list queries go to the URL and back',
      2_000,
      fc.property(queries, (query) => expect(parseListQuery(`?${stringifyListQuery(query)}`)).toEqual(query)),
    );
  });

  test('no text causes an error', () => {
    hold(
      'any query string is read',
      2_000,
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Array.isArray(parseListQuery(text).filters)).toBe(true);
      }),
    );
  });
});
