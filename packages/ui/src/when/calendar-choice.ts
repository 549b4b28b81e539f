/** Days that a calendar chooses among. */
export type CalendarChoice = {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly day: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string) => void;
};
