import { describeDifferential } from './differential/suite.ts';

describeDifferential(300, 20_261_121);
