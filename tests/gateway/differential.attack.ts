import { describeDifferential } from './differential/suite.ts';

describeDifferential(20_000, Number(process.env.DIFFERENTIAL_SEED ?? 1));
