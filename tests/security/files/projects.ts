const MIB = 1024 * 1024;
const head = '<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project">';
const project = (content: string): string => `${head}${content}</Project>`;
const tasks = (count: number, task: (uid: number) => string): string =>
  project(`<Tasks>${Array.from({ length: count }, (_, index) => task(index + 1)).join('')}</Tasks>`);
const bombs = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
const exception = (from: string, to: string): string =>
  `<Exception><TimePeriod><FromDate>${from}</FromDate><ToDate>${to}</ToDate></TimePeriod><DayWorking>0</DayWorking></Exception>`;
const calendar = (exceptions: string): string =>
  project(`<Calendars><Calendar><UID>1</UID><Exceptions>${exceptions}</Exceptions></Calendar></Calendars>`);

/** Files of MS Project that would cost much, or change what they must not; 200 are those of which little is used. */
export const hostileProjects: readonly (readonly [what: string, status: number, content: string])[] = [
  [
    'a thousand million laughs',
    422,
    `<!DOCTYPE Project [<!ENTITY a0 "ha">${bombs}]>${project('<StartDate>&a9;</StartDate>')}`,
  ],
  ['an entity that names a file', 422, `<!DOCTYPE Project [<!ENTITY a SYSTEM "file:///etc/passwd">]>${project('&a;')}`],
  ['a million levels', 422, `${head}${'<Tasks>'.repeat(1_000_000)}`],
  ['a million tasks', 422, project(`<Tasks>${'<Task/>'.repeat(1_000_000)}</Tasks>`)],
  ['19 MiB of elements that nobody reads', 422, project('<a/>'.repeat((19 * MIB) / 4))],
  ['a name of 19 MiB', 200, tasks(1, () => `<Task><Name>${'x'.repeat(19 * MIB)}</Name></Task>`)],
  [
    'a thousand attributes a task',
    200,
    tasks(200, () => `<Task ${Array.from({ length: 1_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
  ],
  ['days off from the year 1 to the year 9999', 200, calendar(exception('0001-01-01', '9999-12-31'))],
  ['days off that do not exist', 200, calendar(exception('2026-02-30', '2026-13-45'))],
  ['50,000 repeated days off', 200, calendar(exception('2026-02-02', '2026-02-02').repeat(50_000))],
  [
    'names of every object',
    200,
    tasks(2, () => '<Task><__proto__>1</__proto__><constructor>1</constructor><UID>toString</UID></Task>'),
  ],
  ['a level beyond all numbers', 200, tasks(1, () => '<Task><OutlineLevel>999999999999</OutlineLevel></Task>')],
  [
    '9,000 tasks that all follow each other',
    200,
    tasks(
      9_000,
      (uid) =>
        `<Task><UID>${uid}</UID><Name>Estacas</Name><PredecessorLink><PredecessorUID>${(uid % 9_000) + 1}</PredecessorUID></PredecessorLink></Task>`,
    ),
  ],
  ['a start in the year 9999', 200, project('<StartDate>9999-12-31T08:00:00</StartDate>')],
];
