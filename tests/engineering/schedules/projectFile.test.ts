import { describe, expect, test } from '@jest/globals';
import {
  call,
  estimate,
  fieldsOf,
  office,
  openSite,
  planFoundations,
  post,
  put,
  rows,
  services,
  stranger,
} from './site.ts';

openSite();

const PATH = '/schedule/project-file';
const AMONG = { headers: { 'content-type': 'multipart/form-data; boundary=limite' } };

const send = (content: Buffer | string, token = office.admin) => {
  const head = '--limite\r\nContent-Disposition: form-data; name="file"; filename="obra.xml"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--limite--\r\n')]);
  return services.api.post(call(PATH), { token, body, ...AMONG });
};
const sent = async (content: string) => {
  const answer = await send(content);
  expect([answer.status, answer.body.message ?? '']).toEqual([200, '']);
  return answer.body.data;
};
const written = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${office.admin}` };
  const answer = await services.app.inject({ method: 'GET', url: call(PATH), headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(answer.headers['content-disposition']).toContain('cronograma.xml');
  return answer.payload;
};

/** Text of the task with a name. */
const taskOf = (xml: string, name: string): string =>
  xml.split('<Task>').find((task) => task.includes(`<Name>${name}</Name>`)) ?? '';
/** Changes the text of one task of a file. */
const edited = (xml: string, name: string, edit: (task: string) => string): string => {
  const task = taskOf(xml, name);
  expect(edit(task)).not.toBe(task);
  return xml.replace(task, edit(task));
};
/** Each page as its width and height. */
const pagesOf = async (paper: string) => {
  const headers = { authorization: `Bearer ${office.admin}` };
  const answer = await services.app.inject({ method: 'GET', url: call(`/schedule/file?paper=${paper}`), headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const boxes = answer.rawPayload.toString('latin1').matchAll(/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
};
const NOTHING = { changes: {}, calendar: [], tasks: [], problems: [], notes: [], missing: { items: [], daysOff: [] } };

describe('A schedule as a file of MS Project', () => {
  test('has the outline, the working days, links, lags, constraints and progress of the schedule', async () => {
    const { items, links } = await planFoundations();
    const [piles, beams] = items;
    await put({
      workOnSaturdays: true,
      items: [
        { id: piles?.id, percentComplete: '33.50', startedOn: '2026-10-05' },
        { id: beams?.id, startDate: '2026-10-20', constraint: { type: 'FINISH_NOT_AFTER', date: '2026-12-18' } },
      ],
      links: [{ id: links[0]?.id, lag: 14, lagUnit: 'CALENDAR' }],
    });
    await post('/schedule-baselines', { name: 'Contratual' });
    const xml = await written();
    expect(xml).toContain('<Project xmlns="http://schemas.microsoft.com/project"><SaveVersion>14</SaveVersion>');
    expect(xml).toContain('<MinutesPerDay>480</MinutesPerDay><MinutesPerWeek>2880</MinutesPerWeek>');
    expect(xml).toContain('<DayType>1</DayType><DayWorking>0</DayWorking></WeekDay>');
    expect(xml).toContain('<DayType>7</DayType><DayWorking>1</DayWorking><WorkingTimes>');
    expect(xml).toContain(
      '<Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod><FromDate>2026-11-02T00:00:00</FromDate><ToDate>2026-11-02T23:59:00</ToDate></TimePeriod><Occurrences>1</Occurrences><Name>Finados</Name><Type>1</Type><DayWorking>0</DayWorking></Exception>',
    );
    const [stage, first, second, done] = ['Fundações', 'Estacas', 'Blocos', 'Fundação pronta'].map((name) =>
      taskOf(xml, name),
    );
    // Twelve days from Monday, 5 October, Saturdays included and the holiday of the 12th left out, end on Monday, the 19th.
    expect(stage).toContain('<WBS>2</WBS><OutlineNumber>1</OutlineNumber><OutlineLevel>1</OutlineLevel>');
    expect(stage).toContain('<Summary>1</Summary>');
    expect(first).toContain('<UID>2</UID><ID>2</ID><Name>Estacas</Name><Active>1</Active><Manual>0</Manual>');
    expect(first).toContain('<WBS>2.1</WBS><OutlineNumber>1.1</OutlineNumber><OutlineLevel>2</OutlineLevel>');
    expect(first).toContain(
      '<Start>2026-10-05T08:00:00</Start><Finish>2026-10-19T17:00:00</Finish><Duration>PT96H0M0S</Duration>',
    );
    // 33.50 % of 96 hours are 32 hours and 10 minutes (32.16 h, to the minute).
    expect(first).toContain(
      '<PercentComplete>33</PercentComplete><ActualStart>2026-10-05T08:00:00</ActualStart><ActualDuration>PT32H10M0S</ActualDuration><RemainingDuration>PT63H50M0S</RemainingDuration><ConstraintType>4</ConstraintType><ConstraintDate>2026-10-05T08:00:00</ConstraintDate>',
    );
    expect(second).toContain(
      '<ConstraintType>4</ConstraintType><ConstraintDate>2026-10-20T08:00:00</ConstraintDate><Deadline>2026-12-18T17:00:00</Deadline>',
    );
    // Fourteen calendar days are 201,600 tenths of a minute.
    expect(second).toContain(
      '<PredecessorLink><PredecessorUID>2</PredecessorUID><Type>1</Type><CrossProject>0</CrossProject><LinkLag>201600</LinkLag><LagFormat>8</LagFormat></PredecessorLink>',
    );
    expect(second).toContain(`<FieldID>188744015</FieldID><Value>${estimate}/${rows.beams}</Value>`);
    expect(second).toContain('<Baseline><Number>0</Number><Start>2026-11-03T08:00:00</Start>');
    expect(done).toContain('<Duration>PT0H0M0S</Duration>');
    expect(done).toContain('<Milestone>1</Milestone>');
    // What it was made of is what it says: only the baseline is told as left out.
    const notes = ['As linhas de base do arquivo não entram: uma linha de base do Prumo guarda também valores.'];
    expect(await sent(xml)).toMatchObject({ ...NOTHING, notes });
  });

  test('comes back with changes in words, which are applied as they are told, and then has nothing new', async () => {
    await planFoundations();
    let xml = await written();
    expect(await sent(xml)).toMatchObject(NOTHING);
    xml = edited(xml, 'Estacas', (task) =>
      task.replace('PT96H0M0S', 'PT112H0M0S').replace('<PercentComplete>0', '<PercentComplete>25'),
    );
    xml = edited(xml, 'Blocos', (task) =>
      task
        .replace('<LinkLag>0</LinkLag>', '<LinkLag>9600</LinkLag>')
        .replace(
          '<ConstraintType>0</ConstraintType>',
          '<ConstraintType>7</ConstraintType><ConstraintDate>2026-11-30T17:00:00</ConstraintDate>',
        ),
    );
    xml = edited(xml, 'Fundação pronta', (task) => task.replace('Fundação pronta', 'Fundação entregue'));
    xml = xml.replace(
      '<Exceptions>',
      '<Exceptions><Exception><TimePeriod><FromDate>2026-11-15T00:00:00</FromDate><ToDate>2026-11-16T23:59:00</ToDate></TimePeriod><Name>Feriadão</Name><Type>1</Type><DayWorking>0</DayWorking></Exception>',
    );
    xml = xml.replace(
      '<DayType>7</DayType><DayWorking>0</DayWorking>',
      '<DayType>7</DayType><DayWorking>1</DayWorking>',
    );
    const { version, changes, ...told } = await sent(xml);
    expect(told).toEqual({
      calendar: ['Trabalha aos sábados', '2 dias de folga novos: 15/11/2026 Feriadão; 16/11/2026 Feriadão'],
      tasks: [
        { code: '2.1', name: 'Estacas', isNew: false, texts: ['Duração: 12 → 14 dias úteis', 'Avanço: 0% → 25%'] },
        {
          ...{ code: '2.2', name: 'Blocos', isNew: false },
          texts: ['Terminar até 30/11/2026', 'Depende de 2.1 Estacas: FS → FS+2d'],
        },
        {
          code: '2',
          name: 'Fundação entregue',
          isNew: false,
          texts: ['Nome do marco: Fundação pronta → Fundação entregue'],
        },
      ],
      ...{ problems: [], notes: [], missing: { items: [], daysOff: [] } },
      // From 5 October with Saturdays: 14 days end on the 21st, 2 of lag, 11 end on Friday, 6 November; the milestone is on the next day.
      ...{ endBefore: '2026-11-09', endAfter: '2026-11-07' },
    });
    const applied = await put({ ...changes, version });
    expect(applied.status).toBe(200);
    expect(applied.body.data.daysOff).toContainEqual({
      ...{ id: expect.any(Number), date: '2026-11-15', type: 'NATIONAL_HOLIDAY', description: 'Feriadão' },
    });
    expect(await sent(xml)).toMatchObject({ ...NOTHING, version: version + 1 });
    expect((await put({ ...changes, version })).status).toBe(409);
  });

  test('from another program finds its rows by code or name, and tells of each task what does not fit', async () => {
    await planFoundations();
    const task = (uid: number, level: number, name: string, more: string) =>
      `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>${name}</Name><OutlineLevel>${level}</OutlineLevel>${more}</Task>`;
    const after = (uid: number, more = '') =>
      `<PredecessorLink><PredecessorUID>${uid}</PredecessorUID><Type>1</Type>${more}</PredecessorLink>`;
    const days = (count: number) => `<Duration>PT${count * 8}H0M0S</Duration>`;
    const told = await sent(
      `<?xml version="1.0"?><p:Project xmlns:p="http://schemas.microsoft.com/project"><p:StartDate>2026-10-05T08:00:00</p:StartDate><CalendarUID>3</CalendarUID>
      <Calendars><Calendar><UID>3</UID><WeekDays><WeekDay><DayType>2</DayType><DayWorking>0</DayWorking></WeekDay>
      <WeekDay><DayType>0</DayType><DayWorking>0</DayWorking><TimePeriod><FromDate>2026-10-12T00:00:00</FromDate><ToDate>2026-10-12T23:59:00</ToDate></TimePeriod></WeekDay>
      <WeekDay><DayType>0</DayType><DayWorking>1</DayWorking><TimePeriod><FromDate>2026-10-17T00:00:00</FromDate><ToDate>2026-10-17T23:59:00</ToDate></TimePeriod></WeekDay></WeekDays></Calendar></Calendars><Tasks>` +
        task(0, 0, 'Obra', '') +
        task(1, 1, 'FUNDACOES', `<Summary>1</Summary>${after(7)}`) +
        task(2, 2, 'Estacas', days(12) + after(3)) +
        task(
          3,
          2,
          'blocos',
          `<Duration>PT84H0M0S</Duration><Manual>1</Manual><Start>2026-10-22T08:00:00</Start>${after(2)}`,
        ) +
        task(4, 2, 'Concretagem liberada', `<Duration>PT0H0M0S</Duration><Milestone>1</Milestone>${after(3)}`) +
        task(5, 1, 'Vedações', '') +
        task(
          6,
          2,
          'Alvenaria',
          days(6) + after(3, '<LinkLag>50</LinkLag><LagFormat>19</LagFormat>') + after(8) + after(1),
        ) +
        task(7, 1, 'Serviços preliminares', `${days(3)}<ConstraintType>1</ConstraintType>`) +
        task(8, 1, 'Muro do vizinho', days(2)) +
        task(9, 1, 'Habite-se', '<Duration>PT0H0M0S</Duration><Milestone>1</Milestone>') +
        '</Tasks></p:Project>',
    );
    expect(told.problems).toEqual([
      { code: '', name: 'FUNDACOES', texts: ['Uma etapa não tem dependências: ligue as tarefas dela.'] },
      {
        ...{ code: '', name: 'Muro do vizinho' },
        texts: ['Não há linha deste orçamento com este item e este nome: a tarefa fica de fora.'],
      },
      { code: '', name: 'Habite-se', texts: ['Um marco fica em uma etapa do orçamento: ponha-o dentro de uma.'] },
      {
        ...{ code: '', name: 'blocos' },
        texts: [
          'Tarefa com datas manuais: entra com início não antes de 22/10/2026.',
          'A duração não é de dias inteiros: entra com 11 dias úteis.',
        ],
      },
      {
        ...{ code: '', name: 'Serviços preliminares' },
        texts: ['"O mais tarde possível" entra como o mais cedo possível.'],
      },
      {
        ...{ code: '', name: 'Alvenaria' },
        texts: [
          'Folga em porcentagem da predecessora: a dependência entra sem folga.',
          'Depende de Muro do vizinho, que fica de fora: a dependência não entra.',
          'Depende da etapa FUNDACOES inteira: ligue-a às tarefas da etapa.',
        ],
      },
      {
        ...{ code: '', name: 'Estacas' },
        texts: ['Esta dependência fecha um círculo: Estacas → Blocos → Estacas.'],
      },
    ]);
    expect(told.notes).toEqual([
      'O calendário do arquivo tem folga de segunda a sexta-feira: o Prumo trabalha nesses dias.',
      '17/10/2026 (Folga): dia com horário próprio; o Prumo conta dias de trabalho inteiros.',
    ]);
    expect(
      told.tasks.map(({ code, name, texts }: { code: string; name: string; texts: string[] }) => [
        code,
        name,
        ...texts,
      ]),
    ).toEqual([
      ['1', 'Serviços preliminares', 'Entra no cronograma: 3 dias úteis'],
      ['2.1', 'Estacas', 'Começa assim que possível'],
      ['2', 'Concretagem liberada', 'Entra no cronograma como marco', 'Depende de 2.2 Blocos (FS)'],
      ['3.1', 'Alvenaria', 'Entra no cronograma: 6 dias úteis', 'Depende de 2.2 Blocos (FS)'],
    ]);
    expect(told.missing.items.map(({ name }: { name: string }) => name)).toEqual(['Fundação pronta']);
    expect(told.missing.daysOff.map(({ date }: { date: string }) => date)).toEqual(['2026-11-02']);
    const applied = await put({ ...told.changes, version: told.version });
    expect([applied.status, applied.body.data.items.length]).toEqual([200, 6]);
  });

  test('is refused whole, with the reason, where it is another file', async () => {
    await planFoundations();
    const damaged = 'O arquivo está danificado, ou não é XML. No MS Project, salve como "Formato XML" e envie de novo.';
    const foreign = 'Este XML não é do MS Project. No MS Project, salve como "Formato XML" e envie de novo.';
    const project = 'xmlns="http://schemas.microsoft.com/project"';
    const files: [string, string][] = [
      ['', damaged],
      ['olá', damaged],
      [`<Project ${project}><Tasks>`, damaged],
      ['<Project/>', foreign],
      [`<svg ${project}/>`, foreign],
      [`<Project ${project}>${'<a>'.repeat(70)}`, damaged],
      [
        `<!DOCTYPE Project [<!ENTITY a "b">]><Project ${project}/>`,
        'O arquivo contém declarações de entidades XML, que um arquivo do MS Project não tem. Nada foi lido.',
      ],
    ];
    const refusals: unknown[] = [];
    for (const [content] of files) {
      const answer = await send(content);
      refusals.push([answer.status, fieldsOf(answer)]);
    }
    expect(refusals).toEqual(files.map(([, message]) => [422, [`file: ${message}`]]));
    expect((await services.api.post(call(PATH), { token: office.admin, body: {} })).status).toBe(400);
    expect((await send('<a/>', stranger.admin)).status).toBe(422);
    expect((await send(`<Project ${project}/>`, stranger.admin)).status).toBe(404);
  });

  test('is printed in landscape, on as many pages as its rows need', async () => {
    await planFoundations();
    expect(await pagesOf('A4')).toEqual([[842, 595]]);
    expect(await pagesOf('A3')).toEqual([[1191, 842]]);
    const lines = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        services.seed.insert('cost_estimate_lines', {
          ...{ account_id: office.accountId, cost_estimate_id: estimate, parent_id: rows.prelim, position: index + 1 },
          ...{ description: `Serviço <${index}> & outros`, unit: 'm', quantity: '1' },
        }),
      ),
    );
    await put({ items: lines.map((id) => ({ costEstimateItem: { id }, duration: 3 })) });
    // 60 rows, three of the foundations, and two stages: 29 rows on a page of A4, 46 on one of A3.
    expect((await pagesOf('A4')).length).toBe(3);
    expect((await pagesOf('A3')).length).toBe(2);
  });

  test('is not made of an empty schedule, nor is a Gantt on paper', async () => {
    for (const path of [PATH, '/schedule/file?paper=A4']) {
      const answer = await services.api.get(call(path), { token: office.admin });
      expect([answer.status, answer.body.message]).toEqual([422, 'O cronograma está vazio: não há o que exportar.']);
    }
    expect((await services.api.get(call('/schedule/file?paper=A5'), { token: office.admin })).status).toBe(400);
  });
});
