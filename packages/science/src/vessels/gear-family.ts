/** Family of a gear: gears of different families cannot be taken for each other. */
export type GearFamily = 'trawl' | 'seine' | 'longline' | 'gillnet' | 'trap' | 'line' | 'dredge' | 'jigger';
