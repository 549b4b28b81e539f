export type Installation = {
  readonly version: string;
  readonly operatorName: string;
  readonly supportEmail: string;
  readonly publicUrl: string;
  readonly interfacesUrl: string;
};
