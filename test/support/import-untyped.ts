/** A module with the types of a browser, which are unknown here; a path starts at the project. */
export function importUntyped<Module>(path: string): Promise<Module> {
  return import(path);
}
