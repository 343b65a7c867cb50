/** "quanto eu", "quanto a gente já": how a question for a sum begins. */
export const HOW_MUCH =
  '(?:quanto|qual o total que|quanto e que) (?:que )?(?:eu |a gente |nos |a empresa |a construtora )?(?:ja |ainda )?';

/** Words between two periods that are compared. */
export const COMPARING = 'ou contra comparado comparada comparados comparadas comparar versus vs relacao que';
