export default function Registry() {
  return null;
}
