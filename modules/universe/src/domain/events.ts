/** What a command did, by the event names of the contract. */
export type UniverseEvent =
  | { readonly type: 'timeSet'; readonly time: number }
  | { readonly type: 'starAdded'; readonly id: string }
  | { readonly type: 'starUpdated'; readonly id: string }
  | { readonly type: 'starRemoved'; readonly id: string; readonly removedIds: readonly string[] }
  | {
      readonly type: 'starAttached'
      readonly childId: string
      readonly parentId: string
      readonly leftGroupId?: string
    }
  | { readonly type: 'starDetached'; readonly childId: string }
  | { readonly type: 'groupAdded'; readonly id: string }
  | { readonly type: 'groupUpdated'; readonly id: string }
  | { readonly type: 'groupRemoved'; readonly id: string; readonly promotedIds: readonly string[] }
  | { readonly type: 'childAddedToGroup'; readonly groupId: string; readonly childId: string }
  | { readonly type: 'childRemovedFromGroup'; readonly groupId: string; readonly childId: string }
  | { readonly type: 'movedToGroup'; readonly childId: string; readonly targetGroupId: string | null }
  | { readonly type: SceneryEvent; readonly id: string }
  | {
      readonly type: 'smallBodyFieldsSet' | 'protoplanetaryDisksSet' | 'nebulaeSet'
      readonly ids: readonly string[]
    }
  | { readonly type: 'ringUpdated' | 'ringRemoved'; readonly planetId: string }
  | { readonly type: 'snapshotReplaced'; readonly stars: number }

type SceneryEvent =
  `${'smallBodyField' | 'protoplanetaryDisk' | 'nebula' | 'belt'}${'Added' | 'Updated' | 'Removed'}`
