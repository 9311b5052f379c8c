from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'how-to-print.svg.j2'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_w = resolve('w')
    l_0_h = resolve('h')
    l_0_column = resolve('column')
    l_0_margin = resolve('margin')
    l_0_namespace = resolve('namespace')
    l_0_range = resolve('range')
    l_0_layouts = resolve('layouts')
    l_0_cuts = l_0_ink = l_0_soft = l_0_most_kinds = l_0_left = l_0_right = l_0_lines = l_0_step = l_0_ruler = l_0_scale_of = l_0_plans = l_0_blank_sides = l_0_finished = l_0_maps = l_0_table = l_0_foot = l_0_head = l_0_page = l_0_largest = l_0_least = l_0_room = l_0_fit = l_0_end = missing
    try:
        t_1 = environment.filters['capitalize']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'capitalize' found.")
    try:
        t_2 = environment.filters['first']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'first' found.")
    try:
        t_3 = environment.filters['fit']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'fit' found.")
    try:
        t_4 = environment.filters['float']
    except KeyError:
        @internalcode
        def t_4(*unused):
            raise TemplateRuntimeError("No filter named 'float' found.")
    try:
        t_5 = environment.filters['format']
    except KeyError:
        @internalcode
        def t_5(*unused):
            raise TemplateRuntimeError("No filter named 'format' found.")
    try:
        t_6 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_6(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_7 = environment.filters['last']
    except KeyError:
        @internalcode
        def t_7(*unused):
            raise TemplateRuntimeError("No filter named 'last' found.")
    try:
        t_8 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_8(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    try:
        t_9 = environment.filters['list']
    except KeyError:
        @internalcode
        def t_9(*unused):
            raise TemplateRuntimeError("No filter named 'list' found.")
    try:
        t_10 = environment.filters['map']
    except KeyError:
        @internalcode
        def t_10(*unused):
            raise TemplateRuntimeError("No filter named 'map' found.")
    try:
        t_11 = environment.filters['max']
    except KeyError:
        @internalcode
        def t_11(*unused):
            raise TemplateRuntimeError("No filter named 'max' found.")
    try:
        t_12 = environment.filters['min']
    except KeyError:
        @internalcode
        def t_12(*unused):
            raise TemplateRuntimeError("No filter named 'min' found.")
    try:
        t_13 = environment.filters['own_words']
    except KeyError:
        @internalcode
        def t_13(*unused):
            raise TemplateRuntimeError("No filter named 'own_words' found.")
    try:
        t_14 = environment.filters['selectattr']
    except KeyError:
        @internalcode
        def t_14(*unused):
            raise TemplateRuntimeError("No filter named 'selectattr' found.")
    try:
        t_15 = environment.filters['size_to']
    except KeyError:
        @internalcode
        def t_15(*unused):
            raise TemplateRuntimeError("No filter named 'size_to' found.")
    try:
        t_16 = environment.filters['string']
    except KeyError:
        @internalcode
        def t_16(*unused):
            raise TemplateRuntimeError("No filter named 'string' found.")
    try:
        t_17 = environment.filters['sum']
    except KeyError:
        @internalcode
        def t_17(*unused):
            raise TemplateRuntimeError("No filter named 'sum' found.")
    try:
        t_18 = environment.filters['tint']
    except KeyError:
        @internalcode
        def t_18(*unused):
            raise TemplateRuntimeError("No filter named 'tint' found.")
    try:
        t_19 = environment.filters['width']
    except KeyError:
        @internalcode
        def t_19(*unused):
            raise TemplateRuntimeError("No filter named 'width' found.")
    try:
        t_20 = environment.filters['wrap']
    except KeyError:
        @internalcode
        def t_20(*unused):
            raise TemplateRuntimeError("No filter named 'wrap' found.")
    pass
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '
    yield environment.to_markup((undefined(name='w') if l_0_w is missing else l_0_w))
    yield ' '
    yield environment.to_markup((undefined(name='h') if l_0_h is missing else l_0_h))
    yield '">\n  <title>How to print and cut the kit: one page for any paper</title>\n  '
    l_0_cuts = context.vars['cuts'] = environment.get_template('cut-pictures.svg.j2', 'how-to-print.svg.j2')._get_default_module(context)
    context.exported_vars.discard('cuts')
    yield '\n  '
    (l_0_ink, l_0_soft, l_0_most_kinds) = ('#000000', '#4d4d4d', 24)
    context.vars.update({'ink': l_0_ink, 'most_kinds': l_0_most_kinds, 'soft': l_0_soft})
    context.exported_vars.update(('ink', 'most_kinds', 'soft'))
    yield '\n  '
    l_0_left = (((undefined(name='w') if l_0_w is missing else l_0_w) - (undefined(name='column') if l_0_column is missing else l_0_column)) / 2)
    context.vars['left'] = l_0_left
    context.exported_vars.add('left')
    yield '\n  '
    l_0_right = ((undefined(name='left') if l_0_left is missing else l_0_left) + (undefined(name='column') if l_0_column is missing else l_0_column))
    context.vars['right'] = l_0_right
    context.exported_vars.add('right')
    yield '\n\n  \n  '
    def macro(l_1_at, l_1_texts, l_1_x, l_1_width, l_1_size, l_1_weight, l_1_fill):
        t_21 = []
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        if l_1_texts is missing:
            l_1_texts = undefined("parameter 'texts' was not provided", name='texts')
        if l_1_x is missing:
            l_1_x = undefined("parameter 'x' was not provided", name='x')
        if l_1_width is missing:
            l_1_width = undefined("parameter 'width' was not provided", name='width')
        if l_1_size is missing:
            l_1_size = undefined("parameter 'size' was not provided", name='size')
        if l_1_weight is missing:
            l_1_weight = 400
        if l_1_fill is missing:
            l_1_fill = (undefined(name='ink') if l_0_ink is missing else l_0_ink)
        pass
        t_21.extend((
            '\n  <g font-size="',
            environment.to_markup(l_1_size),
            '" font-weight="',
            environment.to_markup(l_1_weight),
            '" fill="',
            environment.to_markup(l_1_fill),
            '">\n  ',
        ))
        for l_2_text in l_1_texts:
            l_2_rows = missing
            _loop_vars = {}
            pass
            t_21.append(
                '\n  ',
            )
            l_2_rows = t_20(l_2_text, l_1_width, l_1_size, weight=l_1_weight)
            _loop_vars['rows'] = l_2_rows
            t_21.append(
                '\n  \n  ',
            )
            l_2_rows = (t_20(t_6(context.eval_ctx, environment.call(context, environment.get_method(l_2_text, 'rsplit'), ' ', 1, _loop_vars=_loop_vars), '\xa0'), l_1_width, l_1_size, weight=l_1_weight) if (((t_8((undefined(name='rows') if l_2_rows is missing else l_2_rows)) > 1) and (' ' not in environment.to_compare(t_7(environment, (undefined(name='rows') if l_2_rows is missing else l_2_rows))))) and (t_19(t_6(context.eval_ctx, environment.call(context, environment.get_method(l_2_text, 'split'), ' ', _loop_vars=_loop_vars)[(-2):], ' '), l_1_size, weight=l_1_weight) <= l_1_width)) else (undefined(name='rows') if l_2_rows is missing else l_2_rows))
            _loop_vars['rows'] = l_2_rows
            t_21.append(
                '\n  ',
            )
            for l_3_line in (undefined(name='rows') if l_2_rows is missing else l_2_rows):
                _loop_vars = {}
                pass
                t_21.extend((
                    '\n  <text x="',
                    environment.to_markup(l_1_x),
                    '" y="',
                    environment.to_markup(environment.getattr(l_1_at, 'y')),
                    '">',
                    environment.to_markup(l_3_line),
                    '</text>\n  ',
                ))
                if not isinstance(l_1_at, Namespace):
                    raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                l_1_at['y'] = (environment.getattr(l_1_at, 'y') + (1.34 * l_1_size))
                t_21.append(
                    '\n  ',
                )
            l_3_line = missing
            t_21.append(
                '\n  ',
            )
        l_2_text = l_2_rows = missing
        t_21.append(
            '\n  </g>\n  ',
        )
        return concat(t_21)
    context.exported_vars.add('lines')
    context.vars['lines'] = l_0_lines = Macro(environment, macro, 'lines', ('at', 'texts', 'x', 'width', 'size', 'weight', 'fill'), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at, l_1_title, l_1_texts):
        t_22 = []
        l_1_accent = resolve('accent')
        l_1_from = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        if l_1_title is missing:
            l_1_title = undefined("parameter 'title' was not provided", name='title')
        if l_1_texts is missing:
            l_1_texts = undefined("parameter 'texts' was not provided", name='texts')
        pass
        t_22.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        (
        l_1_at['n'], l_1_from) = ((environment.getattr(l_1_at, 'n') + 1), environment.call(context, (undefined(name='namespace') if l_0_namespace is missing else l_0_namespace), y=environment.getattr(l_1_at, 'y')))
        t_22.append(
            '\n  ',
        )
        if (environment.getattr(l_1_at, 'n') > 1):
            pass
            t_22.extend((
                '\n  <path d="M',
                environment.to_markup((undefined(name='left') if l_0_left is missing else l_0_left)),
                ' ',
                environment.to_markup((environment.getattr(l_1_at, 'y') - (5.2 * environment.getattr(l_1_at, 'u')))),
                ' H',
                environment.to_markup((undefined(name='right') if l_0_right is missing else l_0_right)),
                '" stroke="',
                environment.to_markup(t_18((undefined(name='accent') if l_1_accent is missing else l_1_accent), 0.4)),
                '" stroke-width="0.2"/>\n  ',
            ))
        t_22.extend((
            '\n  <circle cx="',
            environment.to_markup(((undefined(name='left') if l_0_left is missing else l_0_left) + (2.8 * environment.getattr(l_1_at, 'u')))),
            '" cy="',
            environment.to_markup((environment.getattr(l_1_at, 'y') - (0.36 * environment.getattr(l_1_at, 'text')))),
            '" r="',
            environment.to_markup((2.8 * environment.getattr(l_1_at, 'u'))),
            '" fill="',
            environment.to_markup((undefined(name='accent') if l_1_accent is missing else l_1_accent)),
            '"/>\n  <text x="',
            environment.to_markup(((undefined(name='left') if l_0_left is missing else l_0_left) + (2.8 * environment.getattr(l_1_at, 'u')))),
            '" y="',
            environment.to_markup(((environment.getattr(l_1_at, 'y') - (0.36 * environment.getattr(l_1_at, 'text'))) + (1.4 * environment.getattr(l_1_at, 'u')))),
            '" text-anchor="middle" font-size="',
            environment.to_markup((4 * environment.getattr(l_1_at, 'u'))),
            '" font-weight="600" fill="#ffffff">',
            environment.to_markup(environment.getattr(l_1_at, 'n')),
            '</text>\n  ',
            environment.to_markup(environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), (undefined(name='from') if l_1_from is missing else l_1_from), [l_1_title], ((undefined(name='left') if l_0_left is missing else l_0_left) + (8 * environment.getattr(l_1_at, 'u'))), ((environment.getattr(l_1_at, 'head') - (11 * environment.getattr(l_1_at, 'u'))) if environment.getattr(l_1_at, 'beside') else ((undefined(name='column') if l_0_column is missing else l_0_column) - (8 * environment.getattr(l_1_at, 'u')))), environment.getattr(l_1_at, 'text'), 700)),
            '\n  ',
        ))
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = (environment.getattr(l_1_at, 'y') if environment.getattr(l_1_at, 'beside') else environment.getattr((undefined(name='from') if l_1_from is missing else l_1_from), 'y'))
        t_22.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), l_1_at, l_1_texts, ((undefined(name='left') if l_0_left is missing else l_0_left) + environment.getattr(l_1_at, 'head')), ((undefined(name='column') if l_0_column is missing else l_0_column) - environment.getattr(l_1_at, 'head')), environment.getattr(l_1_at, 'text'))),
            '\n  ',
        ))
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = (t_11(environment, [environment.getattr(l_1_at, 'y'), environment.getattr((undefined(name='from') if l_1_from is missing else l_1_from), 'y')]) + (4 * environment.getattr(l_1_at, 'u')))
        t_22.append(
            '\n  ',
        )
        return concat(t_22)
    context.exported_vars.add('step')
    context.vars['step'] = l_0_step = Macro(environment, macro, 'step', ('at', 'title', 'texts'), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at):
        t_23 = []
        l_1_x = l_1_y = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_23.append(
            '\n  ',
        )
        (l_1_x, l_1_y) = (((undefined(name='left') if l_0_left is missing else l_0_left) + t_12(environment, [environment.getattr(l_1_at, 'head'), ((undefined(name='column') if l_0_column is missing else l_0_column) - 100)])), (environment.getattr(l_1_at, 'y') + (2 * environment.getattr(l_1_at, 'u'))))
        t_23.extend((
            '\n  <path d="M',
            environment.to_markup((undefined(name='x') if l_1_x is missing else l_1_x)),
            ' ',
            environment.to_markup((undefined(name='y') if l_1_y is missing else l_1_y)),
            ' h100',
        ))
        for l_2_mm in environment.call(context, (undefined(name='range') if l_0_range is missing else l_0_range), 101):
            _loop_vars = {}
            pass
            t_23.extend((
                ' M',
                environment.to_markup(((undefined(name='x') if l_1_x is missing else l_1_x) + l_2_mm)),
                ' ',
                environment.to_markup((undefined(name='y') if l_1_y is missing else l_1_y)),
                ' v',
                environment.to_markup(((-3.5) if ((l_2_mm % 10) == 0) else ((-2.4) if ((l_2_mm % 5) == 0) else (-1.5)))),
            ))
        l_2_mm = missing
        t_23.extend((
            '" fill="none" stroke="',
            environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
            '" stroke-width="0.2"/>\n  <g font-size="',
            environment.to_markup(environment.getattr(l_1_at, 'small')),
            '" text-anchor="middle" fill="',
            environment.to_markup((undefined(name='soft') if l_0_soft is missing else l_0_soft)),
            '">\n  ',
        ))
        for l_2_mm in environment.call(context, (undefined(name='range') if l_0_range is missing else l_0_range), 0, 101, 10):
            _loop_vars = {}
            pass
            t_23.extend((
                '\n  <text x="',
                environment.to_markup(((undefined(name='x') if l_1_x is missing else l_1_x) + l_2_mm)),
                '" y="',
                environment.to_markup(((undefined(name='y') if l_1_y is missing else l_1_y) + (1.15 * environment.getattr(l_1_at, 'small')))),
                '">',
                environment.to_markup(l_2_mm),
                '</text>\n  ',
            ))
        l_2_mm = missing
        t_23.append(
            '\n  </g>\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = (((undefined(name='y') if l_1_y is missing else l_1_y) + (8.6 * environment.getattr(l_1_at, 'u'))) + environment.getattr(l_1_at, 'small'))
        t_23.append(
            '\n  ',
        )
        return concat(t_23)
    context.exported_vars.add('ruler')
    context.vars['ruler'] = l_0_ruler = Macro(environment, macro, 'ruler', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at):
        t_24 = []
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_24.extend((
            '\n  ',
            environment.to_markup(t_12(environment, [(((((undefined(name='column') if l_0_column is missing else l_0_column) - environment.getattr(l_1_at, 'head')) / t_11(environment, [3, t_8((undefined(name='layouts') if l_0_layouts is missing else l_0_layouts))])) - (6 * environment.getattr(l_1_at, 'u'))) / t_11(environment, t_10(context, (undefined(name='layouts') if l_0_layouts is missing else l_0_layouts), attribute='width'))), ((60 * environment.getattr(l_1_at, 'u')) / t_11(environment, t_10(context, (undefined(name='layouts') if l_0_layouts is missing else l_0_layouts), attribute='height')))])),
            '\n  ',
        ))
        return concat(t_24)
    context.exported_vars.add('scale_of')
    context.vars['scale_of'] = l_0_scale_of = Macro(environment, macro, 'scale_of', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  \n  '
    def macro(l_1_at):
        t_25 = []
        l_1_cell = l_1_scale = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_25.append(
            '\n  ',
        )
        l_1_cell = (((undefined(name='column') if l_0_column is missing else l_0_column) - environment.getattr(l_1_at, 'head')) / t_11(environment, [3, t_8((undefined(name='layouts') if l_0_layouts is missing else l_0_layouts))]))
        t_25.append(
            '\n  ',
        )
        l_1_scale = t_4(environment.call(context, (undefined(name='scale_of') if l_0_scale_of is missing else l_0_scale_of), l_1_at))
        t_25.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_layout, l_2_loop in LoopContext((undefined(name='layouts') if l_0_layouts is missing else l_0_layouts), undefined):
            l_2_accent = resolve('accent')
            l_2_ground = resolve('ground')
            _loop_vars = {}
            pass
            t_25.extend((
                '\n  ',
                environment.to_markup(environment.call(context, environment.get_method((undefined(name='cuts') if l_0_cuts is missing else l_0_cuts), 'picture'), l_2_layout, ((((undefined(name='left') if l_0_left is missing else l_0_left) + environment.getattr(l_1_at, 'head')) + (2 * environment.getattr(l_1_at, 'u'))) + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0'))), environment.getattr(l_1_at, 'plans'), (undefined(name='scale') if l_1_scale is missing else l_1_scale), environment.getattr(l_1_at, 'u'), (undefined(name='ink') if l_0_ink is missing else l_0_ink), (undefined(name='soft') if l_0_soft is missing else l_0_soft), (undefined(name='accent') if l_2_accent is missing else l_2_accent), (undefined(name='ground') if l_2_ground is missing else l_2_ground), _loop_vars=_loop_vars)),
                '\n  ',
            ))
        l_2_loop = l_2_layout = l_2_accent = l_2_ground = missing
        t_25.append(
            '\n  ',
        )
        return concat(t_25)
    context.exported_vars.add('plans')
    context.vars['plans'] = l_0_plans = Macro(environment, macro, 'plans', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  \n  '
    def macro(l_1_at):
        t_26 = []
        l_1_glue_pictures = resolve('glue_pictures')
        l_1_x = l_1_gap = l_1_cell = l_1_scale = l_1_high = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_26.append(
            '\n  ',
        )
        (l_1_x, l_1_gap) = (((undefined(name='left') if l_0_left is missing else l_0_left) + environment.getattr(l_1_at, 'head')), (7 * environment.getattr(l_1_at, 'u')))
        t_26.append(
            '\n  ',
        )
        l_1_cell = ((((undefined(name='right') if l_0_right is missing else l_0_right) - (undefined(name='x') if l_1_x is missing else l_1_x)) + (undefined(name='gap') if l_1_gap is missing else l_1_gap)) / t_11(environment, [2, t_8((undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures))]))
        t_26.append(
            '\n  ',
        )
        l_1_scale = t_12(environment, [(0.5 * environment.getattr(l_1_at, 'u')), (((undefined(name='cell') if l_1_cell is missing else l_1_cell) - (undefined(name='gap') if l_1_gap is missing else l_1_gap)) / t_11(environment, t_10(context, (undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures), attribute='width')))])
        t_26.append(
            '\n  ',
        )
        l_1_high = (t_11(environment, t_10(context, (undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures), attribute='height')) * (undefined(name='scale') if l_1_scale is missing else l_1_scale))
        t_26.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_each, l_2_loop in LoopContext((undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures), undefined):
            l_2_told = missing
            _loop_vars = {}
            pass
            t_26.append(
                '\n  ',
            )
            l_2_told = t_5(t_13(context, 'blank side: %s'), t_6(context.eval_ctx, environment.getattr(l_2_each, 'titles'), ', '))
            _loop_vars['told'] = l_2_told
            t_26.extend((
                '\n  <g transform="translate(',
                environment.to_markup(((undefined(name='x') if l_1_x is missing else l_1_x) + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0')))),
                ' ',
                environment.to_markup((environment.getattr(l_1_at, 'y') - (2 * environment.getattr(l_1_at, 'u')))),
                ') scale(',
                environment.to_markup((undefined(name='scale') if l_1_scale is missing else l_1_scale)),
                ')" fill="none">\n    <path d="',
                environment.to_markup(environment.getattr(l_2_each, 'hatch')),
                '" stroke="',
                environment.to_markup((undefined(name='soft') if l_0_soft is missing else l_0_soft)),
                '" stroke-width="',
                environment.to_markup((0.2 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                '"/>\n    <path d="',
                environment.to_markup(environment.getattr(l_2_each, 'folds')),
                '" stroke="',
                environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
                '" stroke-width="',
                environment.to_markup((0.2 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                '" stroke-dasharray="',
                environment.to_markup((1 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                ' ',
                environment.to_markup((0.6 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                '"/>\n    <path d="',
                environment.to_markup(environment.getattr(l_2_each, 'outline')),
                '" stroke="',
                environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
                '" stroke-width="',
                environment.to_markup((0.3 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                '"/>\n  </g>\n  <text x="',
                environment.to_markup(((undefined(name='x') if l_1_x is missing else l_1_x) + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0')))),
                '" y="',
                environment.to_markup(((environment.getattr(l_1_at, 'y') + (undefined(name='high') if l_1_high is missing else l_1_high)) + (2 * environment.getattr(l_1_at, 'u')))),
                '" font-size="',
                environment.to_markup(environment.getattr(l_1_at, 'small')),
                '" fill="',
                environment.to_markup((undefined(name='soft') if l_0_soft is missing else l_0_soft)),
                '">',
                environment.to_markup(((undefined(name='told') if l_2_told is missing else l_2_told) if (t_19((undefined(name='told') if l_2_told is missing else l_2_told), environment.getattr(l_1_at, 'small')) <= ((undefined(name='cell') if l_1_cell is missing else l_1_cell) - (2 * environment.getattr(l_1_at, 'u')))) else t_5(t_13(context, 'on sheet %d'), environment.getattr(l_2_each, 'sheet')))),
                '</text>\n  ',
            ))
        l_2_loop = l_2_each = l_2_told = missing
        t_26.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = ((environment.getattr(l_1_at, 'y') + (undefined(name='high') if l_1_high is missing else l_1_high)) + (11 * environment.getattr(l_1_at, 'u')))
        t_26.append(
            '\n  ',
        )
        return concat(t_26)
    context.exported_vars.add('blank_sides')
    context.vars['blank_sides'] = l_0_blank_sides = Macro(environment, macro, 'blank_sides', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  \n  '
    def macro(l_1_at, l_1_x):
        t_27 = []
        l_1_folded_pictures = resolve('folded_pictures')
        l_1_cell = l_1_scale = l_1_high = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        if l_1_x is missing:
            l_1_x = undefined("parameter 'x' was not provided", name='x')
        pass
        t_27.append(
            '\n  ',
        )
        l_1_cell = (((undefined(name='right') if l_0_right is missing else l_0_right) - l_1_x) / t_11(environment, [4, t_8((undefined(name='folded_pictures') if l_1_folded_pictures is missing else l_1_folded_pictures))]))
        t_27.append(
            '\n  ',
        )
        l_1_scale = t_12(environment, [environment.getattr(l_1_at, 'u'), (((undefined(name='cell') if l_1_cell is missing else l_1_cell) - (4 * environment.getattr(l_1_at, 'u'))) / t_11(environment, t_10(context, (undefined(name='folded_pictures') if l_1_folded_pictures is missing else l_1_folded_pictures), attribute='width')))])
        t_27.append(
            '\n  ',
        )
        l_1_high = (t_11(environment, t_10(context, (undefined(name='folded_pictures') if l_1_folded_pictures is missing else l_1_folded_pictures), attribute='height')) * (undefined(name='scale') if l_1_scale is missing else l_1_scale))
        t_27.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_each, l_2_loop in LoopContext((undefined(name='folded_pictures') if l_1_folded_pictures is missing else l_1_folded_pictures), undefined):
            l_2_middle = missing
            _loop_vars = {}
            pass
            t_27.append(
                '\n  ',
            )
            l_2_middle = ((l_1_x + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0'))) + ((environment.getattr(l_2_each, 'width') / 2) * (undefined(name='scale') if l_1_scale is missing else l_1_scale)))
            _loop_vars['middle'] = l_2_middle
            t_27.extend((
                '\n  <g transform="translate(',
                environment.to_markup((l_1_x + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0')))),
                ' ',
                environment.to_markup((environment.getattr(l_1_at, 'y') - (2 * environment.getattr(l_1_at, 'u')))),
                ') scale(',
                environment.to_markup((undefined(name='scale') if l_1_scale is missing else l_1_scale)),
                ')">\n    ',
            ))
            for l_3_leaf in environment.getattr(l_2_each, 'leaves'):
                _loop_vars = {}
                pass
                t_27.extend((
                    '\n    <polygon points="',
                    environment.to_markup(environment.getattr(l_3_leaf, 'points')),
                    '" fill="',
                    environment.to_markup(environment.getattr(l_3_leaf, 'fill')),
                    '"/>\n    ',
                ))
                if (environment.getattr(l_2_each, 'face') and ('panel' in environment.to_compare(l_3_leaf))):
                    pass
                    t_27.extend((
                        '\n    <g transform="matrix(',
                        environment.to_markup(t_6(context.eval_ctx, environment.getattr(l_3_leaf, 'matrix'), ' ')),
                        ')"><use href="face:',
                        environment.to_markup(environment.getattr(l_2_each, 'face')),
                        '.',
                        environment.to_markup(environment.getattr(l_3_leaf, 'panel')),
                        '" x="',
                        environment.to_markup(environment.getitem(environment.getattr(l_3_leaf, 'box'), 0)),
                        '" y="',
                        environment.to_markup(environment.getitem(environment.getattr(l_3_leaf, 'box'), 1)),
                        '" width="',
                        environment.to_markup((environment.getitem(environment.getattr(l_3_leaf, 'box'), 2) - environment.getitem(environment.getattr(l_3_leaf, 'box'), 0))),
                        '" height="',
                        environment.to_markup((environment.getitem(environment.getattr(l_3_leaf, 'box'), 3) - environment.getitem(environment.getattr(l_3_leaf, 'box'), 1))),
                        '"/></g>\n    <polygon points="',
                        environment.to_markup(environment.getattr(l_3_leaf, 'points')),
                        '" fill="#000000" fill-opacity="',
                        environment.to_markup(environment.getattr(l_3_leaf, 'shade')),
                        '"/>\n    ',
                    ))
                t_27.extend((
                    '\n    <polygon points="',
                    environment.to_markup(environment.getattr(l_3_leaf, 'points')),
                    '" fill="none" stroke="',
                    environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
                    '" stroke-width="',
                    environment.to_markup((0.2 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '" stroke-linejoin="round"/>\n    ',
                ))
            l_3_leaf = missing
            t_27.extend((
                '\n  </g>\n  <text x="',
                environment.to_markup((undefined(name='middle') if l_2_middle is missing else l_2_middle)),
                '" y="',
                environment.to_markup(((environment.getattr(l_1_at, 'y') + (undefined(name='high') if l_1_high is missing else l_1_high)) + (1.6 * environment.getattr(l_1_at, 'u')))),
                '" text-anchor="middle" font-size="',
                environment.to_markup(t_15(environment.getattr(l_2_each, 'title'), ((undefined(name='cell') if l_1_cell is missing else l_1_cell) - (2 * environment.getattr(l_1_at, 'u'))), environment.getattr(l_1_at, 'small'), t_12(environment, [(1.8 * environment.getattr(l_1_at, 'u')), 1.9]))),
                '" fill="',
                environment.to_markup((undefined(name='soft') if l_0_soft is missing else l_0_soft)),
                '">',
                environment.to_markup(environment.getattr(l_2_each, 'title')),
                '</text>\n  ',
            ))
        l_2_loop = l_2_each = l_2_middle = missing
        t_27.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = ((environment.getattr(l_1_at, 'y') + (undefined(name='high') if l_1_high is missing else l_1_high)) + (9.4 * environment.getattr(l_1_at, 'u')))
        t_27.append(
            '\n  ',
        )
        return concat(t_27)
    context.exported_vars.add('finished')
    context.vars['finished'] = l_0_finished = Macro(environment, macro, 'finished', ('at', 'x'), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at):
        t_28 = []
        l_1_piece_maps = resolve('piece_maps')
        l_1_x = l_1_gap = l_1_cell = l_1_scale = l_1_high = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_28.append(
            '\n  ',
        )
        (l_1_x, l_1_gap) = (((undefined(name='left') if l_0_left is missing else l_0_left) + environment.getattr(l_1_at, 'head')), (7 * environment.getattr(l_1_at, 'u')))
        t_28.append(
            '\n  ',
        )
        l_1_cell = ((((undefined(name='right') if l_0_right is missing else l_0_right) - (undefined(name='x') if l_1_x is missing else l_1_x)) + (undefined(name='gap') if l_1_gap is missing else l_1_gap)) / t_11(environment, [2, t_8((undefined(name='piece_maps') if l_1_piece_maps is missing else l_1_piece_maps))]))
        t_28.append(
            '\n  ',
        )
        l_1_scale = t_12(environment, [(((undefined(name='cell') if l_1_cell is missing else l_1_cell) - (undefined(name='gap') if l_1_gap is missing else l_1_gap)) / t_11(environment, t_10(context, (undefined(name='piece_maps') if l_1_piece_maps is missing else l_1_piece_maps), attribute='width'))), ((44 * environment.getattr(l_1_at, 'u')) / t_11(environment, t_10(context, (undefined(name='piece_maps') if l_1_piece_maps is missing else l_1_piece_maps), attribute='height')))])
        t_28.append(
            '\n  ',
        )
        l_1_high = (t_11(environment, t_10(context, (undefined(name='piece_maps') if l_1_piece_maps is missing else l_1_piece_maps), attribute='height')) * (undefined(name='scale') if l_1_scale is missing else l_1_scale))
        t_28.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_each, l_2_loop in LoopContext((undefined(name='piece_maps') if l_1_piece_maps is missing else l_1_piece_maps), undefined):
            _loop_vars = {}
            pass
            t_28.extend((
                '\n  <g transform="translate(',
                environment.to_markup(((undefined(name='x') if l_1_x is missing else l_1_x) + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0')))),
                ' ',
                environment.to_markup((environment.getattr(l_1_at, 'y') - (2 * environment.getattr(l_1_at, 'u')))),
                ')">\n    ',
            ))
            l_3_loop = missing
            for l_3_piece, l_3_loop in LoopContext(environment.getattr(l_2_each, 'pieces'), undefined):
                l_3_told = missing
                _loop_vars = {}
                pass
                t_28.append(
                    '\n    ',
                )
                l_3_told = t_5(t_13(context, 'on sheet %d'), environment.getattr(l_3_piece, 'sheet'))
                _loop_vars['told'] = l_3_told
                t_28.append(
                    '\n    ',
                )
                l_3_told = ((undefined(name='told') if l_3_told is missing else l_3_told) if (t_19((undefined(name='told') if l_3_told is missing else l_3_told), environment.getattr(l_1_at, 'small')) < ((environment.getattr(l_3_piece, 'room') * (undefined(name='scale') if l_1_scale is missing else l_1_scale)) - (4 * environment.getattr(l_1_at, 'u')))) else environment.getattr(l_3_piece, 'sheet'))
                _loop_vars['told'] = l_3_told
                t_28.extend((
                    '\n    <g transform="scale(',
                    environment.to_markup((undefined(name='scale') if l_1_scale is missing else l_1_scale)),
                    ')" stroke="',
                    environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
                    '">\n      <path d="',
                    environment.to_markup(environment.getattr(l_3_piece, 'panels')),
                    '" fill="',
                    environment.to_markup(('#f4f4f4' if (environment.getattr(l_3_loop, 'index0') % 2) else '#ffffff')),
                    '" stroke-width="',
                    environment.to_markup((0.12 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '" stroke-dasharray="',
                    environment.to_markup((1 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    ' ',
                    environment.to_markup((0.6 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '"/>\n      <path d="',
                    environment.to_markup(environment.getattr(l_3_piece, 'outline')),
                    '" fill="none" stroke-width="',
                    environment.to_markup((0.3 / (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '"/>\n    </g>\n    <text x="',
                    environment.to_markup((environment.getattr(l_3_piece, 'x') * (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '" y="',
                    environment.to_markup(((environment.getattr(l_3_piece, 'y') * (undefined(name='scale') if l_1_scale is missing else l_1_scale)) + (0.34 * environment.getattr(l_1_at, 'small')))),
                    '" font-size="',
                    environment.to_markup(environment.getattr(l_1_at, 'small')),
                    '" text-anchor="middle" fill="',
                    environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
                    '">',
                    environment.to_markup((undefined(name='told') if l_3_told is missing else l_3_told)),
                    '</text>\n    ',
                ))
            l_3_loop = l_3_piece = l_3_told = missing
            t_28.append(
                '\n    ',
            )
            for (l_3_number, l_3_nx, l_3_ny) in environment.getattr(l_2_each, 'numbers'):
                _loop_vars = {}
                pass
                t_28.extend((
                    '\n    <circle cx="',
                    environment.to_markup((l_3_nx * (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '" cy="',
                    environment.to_markup((l_3_ny * (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '" r="',
                    environment.to_markup((0.72 * environment.getattr(l_1_at, 'small'))),
                    '" fill="#ffffff" stroke="',
                    environment.to_markup((undefined(name='soft') if l_0_soft is missing else l_0_soft)),
                    '" stroke-width="0.15"/>\n    <text x="',
                    environment.to_markup((l_3_nx * (undefined(name='scale') if l_1_scale is missing else l_1_scale))),
                    '" y="',
                    environment.to_markup(((l_3_ny * (undefined(name='scale') if l_1_scale is missing else l_1_scale)) + (0.34 * environment.getattr(l_1_at, 'small')))),
                    '" font-size="',
                    environment.to_markup(environment.getattr(l_1_at, 'small')),
                    '" text-anchor="middle" fill="',
                    environment.to_markup((undefined(name='ink') if l_0_ink is missing else l_0_ink)),
                    '">',
                    environment.to_markup(l_3_number),
                    '</text>\n    ',
                ))
            l_3_number = l_3_nx = l_3_ny = missing
            t_28.extend((
                '\n  </g>\n  <text x="',
                environment.to_markup(((undefined(name='x') if l_1_x is missing else l_1_x) + ((undefined(name='cell') if l_1_cell is missing else l_1_cell) * environment.getattr(l_2_loop, 'index0')))),
                '" y="',
                environment.to_markup(((environment.getattr(l_1_at, 'y') + (undefined(name='high') if l_1_high is missing else l_1_high)) + (3 * environment.getattr(l_1_at, 'u')))),
                '" font-size="',
                environment.to_markup(environment.getattr(l_1_at, 'small')),
                '" fill="',
                environment.to_markup((undefined(name='soft') if l_0_soft is missing else l_0_soft)),
                '">',
                environment.to_markup(environment.getattr(l_2_each, 'title')),
                '</text>\n  ',
            ))
        l_2_loop = l_2_each = missing
        t_28.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = ((environment.getattr(l_1_at, 'y') + (undefined(name='high') if l_1_high is missing else l_1_high)) + (11 * environment.getattr(l_1_at, 'u')))
        t_28.append(
            '\n  ',
        )
        return concat(t_28)
    context.exported_vars.add('maps')
    context.vars['maps'] = l_0_maps = Macro(environment, macro, 'maps', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at):
        t_29 = []
        l_1_accent = resolve('accent')
        l_1_sheets = resolve('sheets')
        l_1_needed = resolve('needed')
        l_1_starts = l_1_widths = l_1_cell = l_1_size = l_1_pad = l_1_listed = l_1_rest = l_1_more = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_29.append(
            '\n  ',
        )
        l_1_starts = [0, 0.14, 0.54, 0.66]
        t_29.append(
            '\n  ',
        )
        l_1_widths = [0.13, 0.39, 0.11, 0.34]
        t_29.append(
            '\n  ',
        )
        l_1_cell = environment.call(context, (undefined(name='namespace') if l_0_namespace is missing else l_0_namespace), y=environment.getattr(l_1_at, 'y'), end=environment.getattr(l_1_at, 'y'))
        t_29.append(
            '\n  ',
        )
        (l_1_size, l_1_pad) = (environment.getattr(l_1_at, 'small'), (1.6 * environment.getattr(l_1_at, 'u')))
        t_29.extend((
            '\n  <g font-size="',
            environment.to_markup((undefined(name='size') if l_1_size is missing else l_1_size)),
            '" font-weight="700" fill="',
            environment.to_markup((undefined(name='accent') if l_1_accent is missing else l_1_accent)),
            '">\n  ',
        ))
        l_2_loop = missing
        for l_2_title, l_2_loop in LoopContext(['Sheets', 'What is on them', 'Pieces', 'Printed on'], undefined):
            _loop_vars = {}
            pass
            t_29.extend((
                '\n  <text x="',
                environment.to_markup((((undefined(name='left') if l_0_left is missing else l_0_left) + ((undefined(name='column') if l_0_column is missing else l_0_column) * environment.getitem((undefined(name='starts') if l_1_starts is missing else l_1_starts), environment.getattr(l_2_loop, 'index0')))) + (undefined(name='pad') if l_1_pad is missing else l_1_pad))),
                '" y="',
                environment.to_markup(environment.getattr(l_1_at, 'y')),
                '">',
                environment.to_markup(t_13(context, l_2_title)),
                '</text>\n  ',
            ))
        l_2_loop = l_2_title = missing
        t_29.append(
            '\n  </g>\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = (environment.getattr(l_1_at, 'y') + (0.5 * (undefined(name='size') if l_1_size is missing else l_1_size)))
        t_29.extend((
            '\n  <path d="M',
            environment.to_markup((undefined(name='left') if l_0_left is missing else l_0_left)),
            ' ',
            environment.to_markup(environment.getattr(l_1_at, 'y')),
            ' H',
            environment.to_markup((undefined(name='right') if l_0_right is missing else l_0_right)),
            '" stroke="',
            environment.to_markup((undefined(name='accent') if l_1_accent is missing else l_1_accent)),
            '" stroke-width="0.35"/>\n  \n  ',
        ))
        l_1_listed = ((undefined(name='sheets') if l_1_sheets is missing else l_1_sheets) if (t_8((undefined(name='sheets') if l_1_sheets is missing else l_1_sheets)) <= (undefined(name='most_kinds') if l_0_most_kinds is missing else l_0_most_kinds)) else (undefined(name='sheets') if l_1_sheets is missing else l_1_sheets)[:((undefined(name='most_kinds') if l_0_most_kinds is missing else l_0_most_kinds) - 1)])
        t_29.append(
            '\n  ',
        )
        l_1_rest = (undefined(name='sheets') if l_1_sheets is missing else l_1_sheets)[t_8((undefined(name='listed') if l_1_listed is missing else l_1_listed)):]
        t_29.append(
            '\n  ',
        )
        l_1_more = ([{'span': t_5('%d–%d', environment.getattr(environment.getitem((undefined(name='rest') if l_1_rest is missing else l_1_rest), 0), 'first'), environment.getattr(environment.getitem((undefined(name='rest') if l_1_rest is missing else l_1_rest), (-1)), 'last')), 'title': t_5(t_13(context, 'and %d more kinds of pieces'), t_8((undefined(name='rest') if l_1_rest is missing else l_1_rest))), 'count': t_17(environment, (undefined(name='rest') if l_1_rest is missing else l_1_rest), attribute='count'), 'sides': ''}] if (undefined(name='rest') if l_1_rest is missing else l_1_rest) else [])
        t_29.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_sheet, l_2_loop in LoopContext(((undefined(name='listed') if l_1_listed is missing else l_1_listed) + (undefined(name='more') if l_1_more is missing else l_1_more)), undefined):
            l_2_ground = resolve('ground')
            l_2_row = missing
            _loop_vars = {}
            pass
            t_29.append(
                '\n  ',
            )
            if not isinstance(l_1_cell, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            l_1_cell['end'] = environment.getattr(l_1_at, 'y')
            t_29.append(
                '\n  ',
            )
            t_30 = []
            pass
            t_30.append(
                '\n  ',
            )
            l_4_loop = missing
            for l_4_text, l_4_loop in LoopContext([environment.getattr(l_2_sheet, 'span'), environment.getattr(l_2_sheet, 'title'), t_16(environment.getattr(l_2_sheet, 'count')), environment.getattr(l_2_sheet, 'sides')], undefined):
                _loop_vars = {}
                pass
                t_30.append(
                    '\n  ',
                )
                if not isinstance(l_1_cell, Namespace):
                    raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                l_1_cell['y'] = (environment.getattr(l_1_at, 'y') + (1.2 * (undefined(name='size') if l_1_size is missing else l_1_size)))
                t_30.extend((
                    '\n  ',
                    environment.to_markup(environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), (undefined(name='cell') if l_1_cell is missing else l_1_cell), [l_4_text], (((undefined(name='left') if l_0_left is missing else l_0_left) + ((undefined(name='column') if l_0_column is missing else l_0_column) * environment.getitem((undefined(name='starts') if l_1_starts is missing else l_1_starts), environment.getattr(l_4_loop, 'index0')))) + (undefined(name='pad') if l_1_pad is missing else l_1_pad)), ((undefined(name='column') if l_0_column is missing else l_0_column) * environment.getitem((undefined(name='widths') if l_1_widths is missing else l_1_widths), environment.getattr(l_4_loop, 'index0'))), (undefined(name='size') if l_1_size is missing else l_1_size), _loop_vars=_loop_vars)),
                    '\n  ',
                ))
                if not isinstance(l_1_cell, Namespace):
                    raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                l_1_cell['end'] = t_11(environment, [environment.getattr((undefined(name='cell') if l_1_cell is missing else l_1_cell), 'end'), (environment.getattr((undefined(name='cell') if l_1_cell is missing else l_1_cell), 'y') - (0.9 * (undefined(name='size') if l_1_size is missing else l_1_size)))])
                t_30.append(
                    '\n  ',
                )
            l_4_loop = l_4_text = missing
            t_30.append(
                '\n  ',
            )
            l_2_row = (Markup if context.eval_ctx.autoescape else identity)(concat(t_30))
            _loop_vars['row'] = l_2_row
            t_29.append(
                '\n  ',
            )
            if (environment.getattr(l_2_loop, 'index') % 2):
                pass
                t_29.extend((
                    '\n  <rect x="',
                    environment.to_markup((undefined(name='left') if l_0_left is missing else l_0_left)),
                    '" y="',
                    environment.to_markup(environment.getattr(l_1_at, 'y')),
                    '" width="',
                    environment.to_markup((undefined(name='column') if l_0_column is missing else l_0_column)),
                    '" height="',
                    environment.to_markup((environment.getattr((undefined(name='cell') if l_1_cell is missing else l_1_cell), 'end') - environment.getattr(l_1_at, 'y'))),
                    '" fill="',
                    environment.to_markup(t_18((undefined(name='ground') if l_2_ground is missing else l_2_ground), 0.4)),
                    '"/>\n  ',
                ))
            t_29.extend((
                '\n  ',
                environment.to_markup((undefined(name='row') if l_2_row is missing else l_2_row)),
                '\n  ',
            ))
            if not isinstance(l_1_at, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            l_1_at['y'] = environment.getattr((undefined(name='cell') if l_1_cell is missing else l_1_cell), 'end')
            t_29.append(
                '\n  ',
            )
        l_2_loop = l_2_sheet = l_2_row = l_2_ground = missing
        t_29.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = (environment.getattr(l_1_at, 'y') + (1.6 * (undefined(name='size') if l_1_size is missing else l_1_size)))
        t_29.extend((
            '\n  ',
            environment.to_markup((environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), l_1_at, (undefined(name='needed') if l_1_needed is missing else l_1_needed), (undefined(name='left') if l_0_left is missing else l_0_left), (undefined(name='column') if l_0_column is missing else l_0_column), (undefined(name='size') if l_1_size is missing else l_1_size)) if (undefined(name='needed') if l_1_needed is missing else l_1_needed) else cond_expr_undefined("the inline if-expression on line 159 in 'how-to-print.svg.j2' evaluated to false and no else section was defined."))),
            '\n  ',
        ))
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = (environment.getattr(l_1_at, 'y') + environment.getattr(l_1_at, 'u'))
        t_29.append(
            '\n  ',
        )
        return concat(t_29)
    context.exported_vars.add('table')
    context.vars['table'] = l_0_table = Macro(environment, macro, 'table', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at):
        t_31 = []
        l_1_credits = resolve('credits')
        l_1_notice = resolve('notice')
        l_1_game = resolve('game')
        l_1_build = resolve('build')
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_31.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), l_1_at, (undefined(name='credits') if l_1_credits is missing else l_1_credits), (undefined(name='left') if l_0_left is missing else l_0_left), (undefined(name='column') if l_0_column is missing else l_0_column), environment.getattr(l_1_at, 'small'), fill=(undefined(name='soft') if l_0_soft is missing else l_0_soft))),
            '\n  ',
            environment.to_markup((environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), l_1_at, [(undefined(name='notice') if l_1_notice is missing else l_1_notice)], (undefined(name='left') if l_0_left is missing else l_0_left), (undefined(name='column') if l_0_column is missing else l_0_column), environment.getattr(l_1_at, 'small'), 700) if (undefined(name='notice') if l_1_notice is missing else l_1_notice) else cond_expr_undefined("the inline if-expression on line 165 in 'how-to-print.svg.j2' evaluated to false and no else section was defined."))),
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='lines') if l_0_lines is missing else l_0_lines), l_1_at, [t_5(t_13(context, 'Version %s, build %s. All sheets of one kit have the same build number.'), environment.getattr((undefined(name='game') if l_1_game is missing else l_1_game), 'version'), (undefined(name='build') if l_1_build is missing else l_1_build))], (undefined(name='left') if l_0_left is missing else l_0_left), (undefined(name='column') if l_0_column is missing else l_0_column), environment.getattr(l_1_at, 'small'), fill=(undefined(name='soft') if l_0_soft is missing else l_0_soft))),
            '\n  ',
        ))
        return concat(t_31)
    context.exported_vars.add('foot')
    context.vars['foot'] = l_0_foot = Macro(environment, macro, 'foot', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  \n  '
    def macro(l_1_at):
        t_32 = []
        l_1_cover = resolve('cover')
        l_1_face = resolve('face')
        l_1_paper = resolve('paper')
        l_1_room = l_0_room
        l_1_game = resolve('game')
        l_1_accent = resolve('accent')
        l_1_u = l_1_pad = l_1_most = l_1_italic = l_1_sheet = l_1_topic = l_1_high = l_1_inset = l_1_edge = l_1_panel = l_1_bar = l_1_wide = l_1_size = l_1_titles = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_32.append(
            '\n  ',
        )
        (l_1_u, l_1_pad, l_1_most, l_1_italic) = (environment.getattr(l_1_at, 'u'), (5 * environment.getattr(l_1_at, 'u')), (12 if (undefined(name='cover') if l_1_cover is missing else l_1_cover) else 11), ('italic' if environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'italic') else 'normal'))
        t_32.append(
            '\n  ',
        )
        l_1_sheet = t_5('%s, %g × %g mm', t_13(context, t_1(environment.getattr((undefined(name='paper') if l_1_paper is missing else l_1_paper), 'name'))), environment.getattr((undefined(name='paper') if l_1_paper is missing else l_1_paper), 'width'), environment.getattr((undefined(name='paper') if l_1_paper is missing else l_1_paper), 'height'))
        t_32.append(
            '\n  ',
        )
        l_1_topic = t_13(context, 'How to print and cut this kit')
        t_32.append(
            '\n  \n  ',
        )
        l_1_high = ((((undefined(name='most') if l_1_most is missing else l_1_most) + 10.6) * (undefined(name='u') if l_1_u is missing else l_1_u)) + ((1.4 * environment.getattr(l_1_at, 'small')) if (undefined(name='cover') if l_1_cover is missing else l_1_cover) else 0))
        t_32.append(
            '\n  ',
        )
        (l_1_inset, l_1_edge) = ((2 * (undefined(name='u') if l_1_u is missing else l_1_u)), (1.4 * (undefined(name='u') if l_1_u is missing else l_1_u)))
        t_32.append(
            '\n  ',
        )
        l_1_panel = (t_12(environment, [((((undefined(name='high') if l_1_high is missing else l_1_high) - (2 * ((undefined(name='inset') if l_1_inset is missing else l_1_inset) + (undefined(name='edge') if l_1_edge is missing else l_1_edge)))) * (undefined(name='cover') if l_1_cover is missing else l_1_cover)) + (2 * (undefined(name='edge') if l_1_edge is missing else l_1_edge))), (0.36 * (undefined(name='column') if l_0_column is missing else l_0_column))]) if (undefined(name='cover') if l_1_cover is missing else l_1_cover) else 0)
        t_32.append(
            '\n  ',
        )
        l_1_bar = ((((undefined(name='column') if l_0_column is missing else l_0_column) - (undefined(name='panel') if l_1_panel is missing else l_1_panel)) - (undefined(name='pad') if l_1_pad is missing else l_1_pad)) if (undefined(name='cover') if l_1_cover is missing else l_1_cover) else (undefined(name='column') if l_0_column is missing else l_0_column))
        t_32.append(
            '\n  ',
        )
        l_1_room = (((undefined(name='bar') if l_1_bar is missing else l_1_bar) - (2 * (undefined(name='pad') if l_1_pad is missing else l_1_pad))) - (0 if (undefined(name='cover') if l_1_cover is missing else l_1_cover) else (t_19((undefined(name='sheet') if l_1_sheet is missing else l_1_sheet), environment.getattr(l_1_at, 'small')) + (6 * (undefined(name='u') if l_1_u is missing else l_1_u)))))
        t_32.append(
            '\n  ',
        )
        l_1_wide = t_19(environment.getattr((undefined(name='game') if l_1_game is missing else l_1_game), 'title'), ((undefined(name='most') if l_1_most is missing else l_1_most) * (undefined(name='u') if l_1_u is missing else l_1_u)), font=environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'font'), weight=environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'weight'), italic=environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'italic'))
        t_32.append(
            '\n  ',
        )
        l_1_size = (((undefined(name='most') if l_1_most is missing else l_1_most) * (undefined(name='u') if l_1_u is missing else l_1_u)) if ((undefined(name='wide') if l_1_wide is missing else l_1_wide) <= environment.to_compare((undefined(name='room') if l_1_room is missing else l_1_room))) else (((((undefined(name='most') if l_1_most is missing else l_1_most) * (undefined(name='u') if l_1_u is missing else l_1_u)) * (undefined(name='room') if l_1_room is missing else l_1_room)) / (undefined(name='wide') if l_1_wide is missing else l_1_wide)) if (((undefined(name='most') if l_1_most is missing else l_1_most) * (undefined(name='room') if l_1_room is missing else l_1_room)) >= environment.to_compare((8 * (undefined(name='wide') if l_1_wide is missing else l_1_wide)))) else (8 * (undefined(name='u') if l_1_u is missing else l_1_u))))
        t_32.append(
            '\n  ',
        )
        l_1_titles = (t_20(environment.getattr((undefined(name='game') if l_1_game is missing else l_1_game), 'title'), (undefined(name='room') if l_1_room is missing else l_1_room), (undefined(name='size') if l_1_size is missing else l_1_size), font=environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'font'), weight=environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'weight'), italic=environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'italic')) if (((undefined(name='most') if l_1_most is missing else l_1_most) * (undefined(name='room') if l_1_room is missing else l_1_room)) < environment.to_compare((8 * (undefined(name='wide') if l_1_wide is missing else l_1_wide)))) else [environment.getattr((undefined(name='game') if l_1_game is missing else l_1_game), 'title')])
        t_32.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['down'] = ((9.5 * (undefined(name='u') if l_1_u is missing else l_1_u)) * (t_8((undefined(name='titles') if l_1_titles is missing else l_1_titles)) - 1))
        t_32.append(
            '\n  ',
        )
        l_1_high = ((undefined(name='high') if l_1_high is missing else l_1_high) + environment.getattr(l_1_at, 'down'))
        t_32.extend((
            '\n  <rect x="',
            environment.to_markup((undefined(name='left') if l_0_left is missing else l_0_left)),
            '" y="',
            environment.to_markup((undefined(name='margin') if l_0_margin is missing else l_0_margin)),
            '" width="',
            environment.to_markup((undefined(name='column') if l_0_column is missing else l_0_column)),
            '" height="',
            environment.to_markup((undefined(name='high') if l_1_high is missing else l_1_high)),
            '" fill="',
            environment.to_markup((undefined(name='accent') if l_1_accent is missing else l_1_accent)),
            '"/>\n  <g fill="#ffffff">\n  ',
        ))
        l_2_loop = missing
        for l_2_line, l_2_loop in LoopContext((undefined(name='titles') if l_1_titles is missing else l_1_titles), undefined):
            _loop_vars = {}
            pass
            t_32.extend((
                '\n  <text x="',
                environment.to_markup(((undefined(name='left') if l_0_left is missing else l_0_left) + (undefined(name='pad') if l_1_pad is missing else l_1_pad))),
                '" y="',
                environment.to_markup(((undefined(name='margin') if l_0_margin is missing else l_0_margin) + ((((undefined(name='most') if l_1_most is missing else l_1_most) + 0.2) + (9.5 * environment.getattr(l_2_loop, 'index0'))) * (undefined(name='u') if l_1_u is missing else l_1_u)))),
                '" font-family="',
                environment.to_markup(environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'font')),
                '" font-size="',
                environment.to_markup((undefined(name='size') if l_1_size is missing else l_1_size)),
                '" font-weight="',
                environment.to_markup(environment.getattr((undefined(name='face') if l_1_face is missing else l_1_face), 'weight')),
                '" font-style="',
                environment.to_markup((undefined(name='italic') if l_1_italic is missing else l_1_italic)),
                '">',
                environment.to_markup(l_2_line),
                '</text>\n  ',
            ))
        l_2_loop = l_2_line = missing
        t_32.extend((
            '\n  <text x="',
            environment.to_markup(((undefined(name='left') if l_0_left is missing else l_0_left) + (undefined(name='pad') if l_1_pad is missing else l_1_pad))),
            '" y="',
            environment.to_markup((((undefined(name='margin') if l_0_margin is missing else l_0_margin) + (((undefined(name='most') if l_1_most is missing else l_1_most) + 6.6) * (undefined(name='u') if l_1_u is missing else l_1_u))) + environment.getattr(l_1_at, 'down'))),
            '" font-size="',
            environment.to_markup(t_15((undefined(name='topic') if l_1_topic is missing else l_1_topic), ((undefined(name='bar') if l_1_bar is missing else l_1_bar) - (2 * (undefined(name='pad') if l_1_pad is missing else l_1_pad))), t_11(environment, [(4 * (undefined(name='u') if l_1_u is missing else l_1_u)), environment.getattr(l_1_at, 'small')]), t_12(environment, [(1.8 * (undefined(name='u') if l_1_u is missing else l_1_u)), 1.9]))),
            '">',
            environment.to_markup((undefined(name='topic') if l_1_topic is missing else l_1_topic)),
            '</text>\n  ',
        ))
        if (undefined(name='cover') if l_1_cover is missing else l_1_cover):
            pass
            t_32.extend((
                '\n  <text x="',
                environment.to_markup(((undefined(name='left') if l_0_left is missing else l_0_left) + (undefined(name='pad') if l_1_pad is missing else l_1_pad))),
                '" y="',
                environment.to_markup((((undefined(name='margin') if l_0_margin is missing else l_0_margin) + (undefined(name='high') if l_1_high is missing else l_1_high)) - (3.8 * (undefined(name='u') if l_1_u is missing else l_1_u)))),
                '" font-size="',
                environment.to_markup(environment.getattr(l_1_at, 'small')),
                '">',
                environment.to_markup((undefined(name='sheet') if l_1_sheet is missing else l_1_sheet)),
                '</text>\n  ',
            ))
        else:
            pass
            t_32.extend((
                '\n  <text x="',
                environment.to_markup(((undefined(name='right') if l_0_right is missing else l_0_right) - (undefined(name='pad') if l_1_pad is missing else l_1_pad))),
                '" y="',
                environment.to_markup(((undefined(name='margin') if l_0_margin is missing else l_0_margin) + (11.2 * (undefined(name='u') if l_1_u is missing else l_1_u)))),
                '" text-anchor="end" font-size="',
                environment.to_markup(environment.getattr(l_1_at, 'small')),
                '">',
                environment.to_markup((undefined(name='sheet') if l_1_sheet is missing else l_1_sheet)),
                '</text>\n  ',
            ))
        t_32.append(
            '\n  </g>\n  ',
        )
        if (undefined(name='cover') if l_1_cover is missing else l_1_cover):
            pass
            t_32.extend((
                '\n  <rect x="',
                environment.to_markup((((undefined(name='right') if l_0_right is missing else l_0_right) - (undefined(name='pad') if l_1_pad is missing else l_1_pad)) - (undefined(name='panel') if l_1_panel is missing else l_1_panel))),
                '" y="',
                environment.to_markup(((undefined(name='margin') if l_0_margin is missing else l_0_margin) + (undefined(name='inset') if l_1_inset is missing else l_1_inset))),
                '" width="',
                environment.to_markup((undefined(name='panel') if l_1_panel is missing else l_1_panel)),
                '" height="',
                environment.to_markup(((undefined(name='high') if l_1_high is missing else l_1_high) - (2 * (undefined(name='inset') if l_1_inset is missing else l_1_inset)))),
                '" rx="',
                environment.to_markup((undefined(name='edge') if l_1_edge is missing else l_1_edge)),
                '" fill="#ffffff"/>\n  ',
            ))
        t_32.append(
            '\n  ',
        )
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['down'] = ((undefined(name='high') if l_1_high is missing else l_1_high) - (21.6 * (undefined(name='u') if l_1_u is missing else l_1_u)))
        t_32.append(
            '\n  ',
        )
        return concat(t_32)
    context.exported_vars.add('head')
    context.vars['head'] = l_0_head = Macro(environment, macro, 'head', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  '
    def macro(l_1_at):
        t_33 = []
        l_1_blanks = resolve('blanks')
        l_1_order = resolve('order')
        l_1_cuts_behind = resolve('cuts_behind')
        l_1_duplex = resolve('duplex')
        l_1_sheets = resolve('sheets')
        l_1_count = resolve('count')
        l_1_sleeves = resolve('sleeves')
        l_1_plain = resolve('plain')
        l_1_stocks = resolve('stocks')
        l_1_scissors = resolve('scissors')
        l_1_folds = resolve('folds')
        l_1_tall = resolve('tall')
        l_1_joins = resolve('joins')
        l_1_diamonds = resolve('diamonds')
        l_1_own_joins = resolve('own_joins')
        l_1_away = resolve('away')
        l_1_glues = resolve('glues')
        l_1_tabs = resolve('tabs')
        l_1_together = resolve('together')
        l_1_glue_pictures = resolve('glue_pictures')
        l_1_flat = resolve('flat')
        l_1_pieced = resolve('pieced')
        l_1_apart = resolve('apart')
        l_1_folded_pictures = resolve('folded_pictures')
        l_1_shared = resolve('shared')
        l_1_top = resolve('top')
        l_1_below = resolve('below')
        l_1_piece_maps = resolve('piece_maps')
        l_1_notes = resolve('notes')
        l_1_u = l_1_blank = l_1_trial = l_1_where = l_1_hand = missing
        if l_1_at is missing:
            l_1_at = undefined("parameter 'at' was not provided", name='at')
        pass
        t_33.append(
            '\n  ',
        )
        l_1_u = environment.getattr(l_1_at, 'u')
        t_33.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='head') if l_0_head is missing else l_0_head), l_1_at)),
            '\n  ',
        ))
        if not isinstance(l_1_at, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_1_at['y'] = ((((undefined(name='margin') if l_0_margin is missing else l_0_margin) + (27 * (undefined(name='u') if l_1_u is missing else l_1_u))) + 4) + environment.getattr(l_1_at, 'down'))
        t_33.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Print at 100%'), [t_13(context, 'Choose “actual size” in the print dialog, never “fit to page.” Print this page first and measure the line below: it must be 100 mm long. Every sheet has the same ruler along two of its edges.')])),
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='ruler') if l_0_ruler is missing else l_0_ruler), l_1_at)),
            '\n  ',
        ))
        l_1_blank = ((' ' + t_13(context, 'Some pages are blank on purpose: print them too, or the backs will not meet their fronts.')) if ((undefined(name='blanks') if l_1_blanks is missing else l_1_blanks) or (((undefined(name='order') if l_1_order is missing else l_1_order) == 'interleaved') and (not (undefined(name='cuts_behind') if l_1_cuts_behind is missing else l_1_cuts_behind)))) else '')
        t_33.append(
            '\n  ',
        )
        if ((undefined(name='duplex') if l_1_duplex is missing else l_1_duplex) == 'none'):
            pass
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Print one side'), [t_13(context, 'This kit has no backs: print every sheet on one side only.')])),
                '\n  ',
            ))
        elif ((undefined(name='duplex') if l_1_duplex is missing else l_1_duplex) == 'fold'):
            pass
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Print one side, fold, and glue'), [(t_13(context, 'Sheets with dash-and-dot marks at two edges hold both fronts and backs. Use a ruler and an empty ballpoint pen to score the line between those marks, and fold the sheet along it with the print on the outside. Hold it up to a window: each back must lie behind its front. Then spread a thin coat of glue over one blank half, out to the crop marks. Fold the sheet, press it under books until it is dry, and cut through both layers. Use paper of half the weight given in step 3, because you end up with two layers.') + (t_13(context, ' Some backs are too large to fold and have a sheet of their own: glue that sheet behind the one before it.') if t_9(context.eval_ctx, t_14(context, (undefined(name='sheets') if l_1_sheets is missing else l_1_sheets), 'sides', 'equalto', t_13(context, 'two sheets'))) else ''))])),
                '\n  ',
            ))
        elif ((undefined(name='order') if l_1_order is missing else l_1_order) != 'interleaved'):
            pass
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Print the fronts, then the backs'), [(t_5(t_13(context, 'Print pages 2 to %d. Put the stack back into the printer so that it prints on the blank sides, with every sheet turned over on its %s edge. Then print pages %d to %d, the backs%s. Printers take paper in different ways, so try it first with two sheets of plain paper and a pencil mark on the top one. Then push a pin through the outer corners of two pieces. The holes should come out 3 mm inside the edges of the printed backs.'), ((undefined(name='count') if l_1_count is missing else l_1_count) + 1), t_13(context, ('long' if ((undefined(name='duplex') if l_1_duplex is missing else l_1_duplex) == 'long-edge') else 'short')), ((undefined(name='count') if l_1_count is missing else l_1_count) + 2), ((2 * (undefined(name='count') if l_1_count is missing else l_1_count)) + 1), t_13(context, (', in the same order' if ((undefined(name='order') if l_1_order is missing else l_1_order) == 'fronts-then-backs') else ', the last sheet first'))) + (undefined(name='blank') if l_1_blank is missing else l_1_blank))])),
                '\n  ',
            ))
        else:
            pass
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, ('Print both sides, flipped on the long edge' if ((undefined(name='duplex') if l_1_duplex is missing else l_1_duplex) == 'long-edge') else 'Print both sides, flipped on the short edge')), [(t_13(context, 'Try it on plain paper first, with a sheet that has a back. Push a pin through the outer corners of two pieces at opposite ends of the sheet and turn it over. Both holes should come out on the printed backs: ideally 3 mm inside their edges, but anywhere on them will do. If they miss the backs, choose the other edge.') + (undefined(name='blank') if l_1_blank is missing else l_1_blank))])),
                '\n  ',
            ))
        t_33.append(
            '\n  ',
        )
        l_1_trial = t_13(context, ('Plain paper is fine for a first try; if you use sleeves, 160 to 200 gsm is enough.' if (undefined(name='sleeves') if l_1_sleeves is missing else l_1_sleeves) else 'Plain paper is fine for a first try.'))
        t_33.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Choose the right paper'), ((undefined(name='stocks') if l_1_stocks is missing else l_1_stocks) if (undefined(name='plain') if l_1_plain is missing else l_1_plain) else ([((t_2(environment, (undefined(name='stocks') if l_1_stocks is missing else l_1_stocks)) + ' ') + (undefined(name='trial') if l_1_trial is missing else l_1_trial))] if (t_8((undefined(name='stocks') if l_1_stocks is missing else l_1_stocks)) == 1) else ((undefined(name='stocks') if l_1_stocks is missing else l_1_stocks) + [(undefined(name='trial') if l_1_trial is missing else l_1_trial)]))))),
            '\n  ',
        ))
        l_1_where = t_13(context, ('Each picture stands for one sheet, or for several that are cut alike.' if (undefined(name='layouts') if l_0_layouts is missing else l_0_layouts) else ('The pictures on the back of this page show every sheet.' if (undefined(name='cuts_behind') if l_1_cuts_behind is missing else l_1_cuts_behind) else 'The pictures at the end of this file show every sheet.')))
        t_33.append(
            '\n  ',
        )
        l_1_hand = ((' ' + t_13(context, 'Use scissors where a piece is not straight: cut it out roughly first, midway between pieces that have no marks, then follow the outline.')) if (undefined(name='scissors') if l_1_scissors is missing else l_1_scissors) else '')
        t_33.append(
            '\n  ',
        )
        l_1_hand = ((((undefined(name='hand') if l_1_hand is missing else l_1_hand) + ' ') + t_13(context, 'Score every fold with a ruler and an empty ballpoint pen before you cut.')) if (undefined(name='folds') if l_1_folds is missing else l_1_folds) else (undefined(name='hand') if l_1_hand is missing else l_1_hand))
        t_33.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Cut in the order of the numbers in the pictures'), [(((((t_13(context, 'Use a sharp knife and a steel ruler. Several light strokes are better than one hard one.') + ' ') + (undefined(name='where') if l_1_where is missing else l_1_where)) + ' ') + t_13(context, 'Cut all the way from mark to mark, and leave the pieces where they are, so that one cut goes through all the strips side by side. Broken lines trim the margin. Cut those last, because the margin carries the marks.')) + (undefined(name='hand') if l_1_hand is missing else l_1_hand))])),
            '\n  ',
        ))
        if (undefined(name='layouts') if l_0_layouts is missing else l_0_layouts):
            pass
            t_33.append(
                '\n  ',
            )
            if not isinstance(l_1_at, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            l_1_at['plans'] = (environment.getattr(l_1_at, 'y') + (undefined(name='u') if l_1_u is missing else l_1_u))
            t_33.append(
                '\n  ',
            )
            l_1_tall = t_11(environment, t_10(context, (undefined(name='layouts') if l_0_layouts is missing else l_0_layouts), attribute='height'))
            t_33.append(
                '\n  ',
            )
            if not isinstance(l_1_at, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            l_1_at['y'] = (((environment.getattr(l_1_at, 'y') + ((undefined(name='tall') if l_1_tall is missing else l_1_tall) * t_4(environment.call(context, (undefined(name='scale_of') if l_0_scale_of is missing else l_0_scale_of), l_1_at)))) + (2.7 * environment.getattr(l_1_at, 'small'))) + (10.5 * (undefined(name='u') if l_1_u is missing else l_1_u)))
            t_33.append(
                '\n  ',
            )
        t_33.append(
            '\n  ',
        )
        if (undefined(name='joins') if l_1_joins is missing else l_1_joins):
            pass
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Put the board together'), [((t_13(context, ('The small map beside each section shows where it goes. Lay the sections edge to edge, so that the half diamonds on both sides of each seam meet.' if (undefined(name='diamonds') if l_1_diamonds is missing else l_1_diamonds) else 'The small map beside each section shows where it goes. Lay the sections edge to edge, so that their cells fit into each other.')) + ' ') + t_13(context, ('Glue each section onto the hatched tab of its neighbor.' if ((undefined(name='joins') if l_1_joins is missing else l_1_joins) == ['tab']) else ('Glue each section onto the strip of its neighbor that shows the same picture.' if ((undefined(name='joins') if l_1_joins is missing else l_1_joins) == ['overlap']) else ('' if (undefined(name='own_joins') if l_1_own_joins is missing else l_1_own_joins) else ('Tape them together from behind, glue them all to one board, or lay them out loose for each game.' if ((undefined(name='joins') if l_1_joins is missing else l_1_joins) == ['butt']) else 'Where a section has a hatched tab, glue its neighbor onto the tab. Tape the others together from behind.'))))))])),
                '\n  ',
            ))
        t_33.append(
            '\n  ',
        )
        if (undefined(name='folds') if l_1_folds is missing else l_1_folds):
            pass
            t_33.append(
                '\n  ',
            )
            l_1_away = (t_13(context, ('Fold dash-and-dot lines away from you and dashed lines toward you.' if ('valley' in environment.to_compare((undefined(name='folds') if l_1_folds is missing else l_1_folds))) else 'Fold dash-and-dot lines away from you.')) + ' ')
            t_33.append(
                '\n  ',
            )
            l_1_tabs = ((t_13(context, 'Glue the hatched tabs in the order of the numbers on them: spread a thin coat of glue, press them on, and let them dry.') + ' ') if (undefined(name='glues') if l_1_glues is missing else l_1_glues) else '')
            t_33.append(
                '\n  ',
            )
            l_1_together = 'Where two faces fold flat onto each other, glue their blank sides together all over.'
            t_33.append(
                '\n  ',
            )
            if (environment.to_compare((undefined(name='duplex') if l_1_duplex is missing else l_1_duplex)) in ['long-edge', 'short-edge']):
                pass
                t_33.append(
                    '\n  ',
                )
                l_1_together = 'Where two faces fold flat onto each other, glue their blank sides together wherever they are hatched.'
                t_33.append(
                    '\n  ',
                )
            elif (t_8((undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures)) > 1):
                pass
                t_33.append(
                    '\n  ',
                )
                l_1_together = 'Where two faces fold flat onto each other, glue their blank sides together wherever the pictures below show them hatched.'
                t_33.append(
                    '\n  ',
                )
            elif (undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures):
                pass
                t_33.append(
                    '\n  ',
                )
                l_1_together = 'Where two faces fold flat onto each other, glue their blank sides together wherever the picture below shows them hatched.'
                t_33.append(
                    '\n  ',
                )
            t_33.append(
                '\n  ',
            )
            l_1_flat = (t_13(context, (undefined(name='together') if l_1_together is missing else l_1_together)) if (undefined(name='flat') if l_1_flat is missing else l_1_flat) else '')
            t_33.append(
                '\n  ',
            )
            l_1_apart = ((' ' + t_5(t_13(context, 'Some things are larger than the paper and come in pieces (%s). Glue the tabs with the lowest numbers first. A number beside an edge is that of the tab that goes under it; a tab without a fold line stays flat.'), t_6(context.eval_ctx, (undefined(name='pieced') if l_1_pieced is missing else l_1_pieced), ', '))) if (undefined(name='pieced') if l_1_pieced is missing else l_1_pieced) else '')
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'Fold and glue'), [((((undefined(name='away') if l_1_away is missing else l_1_away) + (undefined(name='tabs') if l_1_tabs is missing else l_1_tabs)) + (undefined(name='flat') if l_1_flat is missing else l_1_flat)) + (undefined(name='apart') if l_1_apart is missing else l_1_apart))])),
                '\n  ',
            ))
            (l_1_shared, l_1_top) = (((t_8((undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures)) == 1) and (t_8((undefined(name='folded_pictures') if l_1_folded_pictures is missing else l_1_folded_pictures)) <= 2)), environment.getattr(l_1_at, 'y'))
            t_33.extend((
                '\n  ',
                environment.to_markup((environment.call(context, (undefined(name='blank_sides') if l_0_blank_sides is missing else l_0_blank_sides), l_1_at) if (undefined(name='glue_pictures') if l_1_glue_pictures is missing else l_1_glue_pictures) else cond_expr_undefined("the inline if-expression on line 249 in 'how-to-print.svg.j2' evaluated to false and no else section was defined."))),
                '\n  ',
            ))
            if not isinstance(l_1_at, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            (l_1_below, 
            l_1_at['y']) = (environment.getattr(l_1_at, 'y'), ((undefined(name='top') if l_1_top is missing else l_1_top) if (undefined(name='shared') if l_1_shared is missing else l_1_shared) else environment.getattr(l_1_at, 'y')))
            t_33.extend((
                '\n  ',
                environment.to_markup((environment.call(context, (undefined(name='finished') if l_0_finished is missing else l_0_finished), l_1_at, (((((undefined(name='left') if l_0_left is missing else l_0_left) + environment.getattr(l_1_at, 'head')) + (undefined(name='right') if l_0_right is missing else l_0_right)) / 2) if (undefined(name='shared') if l_1_shared is missing else l_1_shared) else ((undefined(name='left') if l_0_left is missing else l_0_left) + environment.getattr(l_1_at, 'head')))) if (undefined(name='folded_pictures') if l_1_folded_pictures is missing else l_1_folded_pictures) else cond_expr_undefined("the inline if-expression on line 251 in 'how-to-print.svg.j2' evaluated to false and no else section was defined."))),
                '\n  ',
            ))
            if not isinstance(l_1_at, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            l_1_at['y'] = t_11(environment, [environment.getattr(l_1_at, 'y'), (undefined(name='below') if l_1_below is missing else l_1_below)])
            t_33.extend((
                '\n  ',
                environment.to_markup((environment.call(context, (undefined(name='maps') if l_0_maps is missing else l_0_maps), l_1_at) if (undefined(name='piece_maps') if l_1_piece_maps is missing else l_1_piece_maps) else cond_expr_undefined("the inline if-expression on line 253 in 'how-to-print.svg.j2' evaluated to false and no else section was defined."))),
                '\n  ',
            ))
        t_33.append(
            '\n  ',
        )
        if (undefined(name='notes') if l_1_notes is missing else l_1_notes):
            pass
            t_33.extend((
                '\n  ',
                environment.to_markup(environment.call(context, (undefined(name='step') if l_0_step is missing else l_0_step), l_1_at, t_13(context, 'For this game'), (undefined(name='notes') if l_1_notes is missing else l_1_notes))),
                '\n  ',
            ))
        t_33.extend((
            '\n  ',
            environment.to_markup(environment.call(context, (undefined(name='table') if l_0_table is missing else l_0_table), l_1_at)),
            '\n  ',
        ))
        return concat(t_33)
    context.exported_vars.add('page')
    context.vars['page'] = l_0_page = Macro(environment, macro, 'page', ('at',), False, False, False, context.eval_ctx.autoescape)
    yield '\n\n  \n  '
    (l_0_largest, l_0_least, l_0_room) = ((1.2 * t_11(environment, [1, ((undefined(name='h') if l_0_h is missing else l_0_h) / 297)])), 0.5, ((undefined(name='h') if l_0_h is missing else l_0_h) - (undefined(name='margin') if l_0_margin is missing else l_0_margin)))
    context.vars.update({'largest': l_0_largest, 'least': l_0_least, 'room': l_0_room})
    context.exported_vars.update(('largest', 'least', 'room'))
    yield '\n  '
    l_0_fit = environment.call(context, (undefined(name='namespace') if l_0_namespace is missing else l_0_namespace), u=(0.75 * (undefined(name='largest') if l_0_largest is missing else l_0_largest)), page='', head=None, tail=None)
    context.vars['fit'] = l_0_fit
    context.exported_vars.add('fit')
    yield '\n  '
    def t_34(fiter):
        for l_1_left_over in fiter:
            if environment.getattr((undefined(name='fit') if l_0_fit is missing else l_0_fit), 'u'):
                yield l_1_left_over
    for l_1_left_over in t_34(environment.call(context, (undefined(name='range') if l_0_range is missing else l_0_range), 7, (-1), (-1))):
        l_1_head = l_0_head
        l_1_notes = resolve('notes')
        l_1_credits = resolve('credits')
        l_1_notice = resolve('notice')
        l_1_words = resolve('words')
        l_1_long = resolve('long')
        l_1_told = resolve('told')
        l_1_u = l_1_least_text = l_1_beside = l_1_text = l_1_small = l_1_tail = l_1_drawn = l_1_measured = l_1_full = l_1_next = l_1_over = missing
        _loop_vars = {}
        pass
        yield '\n  '
        l_1_u = environment.getattr((undefined(name='fit') if l_0_fit is missing else l_0_fit), 'u')
        _loop_vars['u'] = l_1_u
        yield '\n  '
        (l_1_least_text, l_1_beside) = (t_12(environment, [2.83, (4.4 * (undefined(name='u') if l_1_u is missing else l_1_u))]), ((undefined(name='column') if l_0_column is missing else l_0_column) >= environment.to_compare((140 * (undefined(name='u') if l_1_u is missing else l_1_u)))))
        _loop_vars.update({'beside': l_1_beside, 'least_text': l_1_least_text})
        yield '\n  '
        (l_1_text, l_1_small) = (t_11(environment, [(3.5 * (undefined(name='u') if l_1_u is missing else l_1_u)), (undefined(name='least_text') if l_1_least_text is missing else l_1_least_text)]), t_11(environment, [(2.9 * (undefined(name='u') if l_1_u is missing else l_1_u)), (undefined(name='least_text') if l_1_least_text is missing else l_1_least_text)]))
        _loop_vars.update({'small': l_1_small, 'text': l_1_text})
        yield '\n  '
        l_1_head = environment.call(context, (undefined(name='namespace') if l_0_namespace is missing else l_0_namespace), y=0, u=(undefined(name='u') if l_1_u is missing else l_1_u), n=0, plans=0, down=0, text=(undefined(name='text') if l_1_text is missing else l_1_text), small=(undefined(name='small') if l_1_small is missing else l_1_small), beside=(undefined(name='beside') if l_1_beside is missing else l_1_beside), head=((44 if (undefined(name='beside') if l_1_beside is missing else l_1_beside) else 9) * (undefined(name='u') if l_1_u is missing else l_1_u)), _loop_vars=_loop_vars)
        _loop_vars['head'] = l_1_head
        yield '\n  '
        l_1_tail = environment.call(context, (undefined(name='namespace') if l_0_namespace is missing else l_0_namespace), y=0, u=(undefined(name='u') if l_1_u is missing else l_1_u), small=(undefined(name='small') if l_1_small is missing else l_1_small), _loop_vars=_loop_vars)
        _loop_vars['tail'] = l_1_tail
        yield '\n  '
        (l_1_drawn, l_1_measured) = (environment.call(context, (undefined(name='page') if l_0_page is missing else l_0_page), (undefined(name='head') if l_1_head is missing else l_1_head), _loop_vars=_loop_vars), environment.call(context, (undefined(name='foot') if l_0_foot is missing else l_0_foot), (undefined(name='tail') if l_1_tail is missing else l_1_tail), _loop_vars=_loop_vars))
        _loop_vars.update({'drawn': l_1_drawn, 'measured': l_1_measured})
        yield '\n  '
        l_1_full = (environment.getattr((undefined(name='head') if l_1_head is missing else l_1_head), 'y') + environment.getattr((undefined(name='tail') if l_1_tail is missing else l_1_tail), 'y'))
        _loop_vars['full'] = l_1_full
        yield '\n  \n  '
        l_1_next = ((0.99 * (undefined(name='u') if l_1_u is missing else l_1_u)) * (((undefined(name='room') if l_0_room is missing else l_0_room) / (undefined(name='full') if l_1_full is missing else l_1_full)) ** (1 if ((undefined(name='u') if l_1_u is missing else l_1_u) > 0.85) else 1.7)))
        _loop_vars['next'] = l_1_next
        yield '\n  '
        l_1_over = ((undefined(name='full') if l_1_full is missing else l_1_full) > environment.to_compare((undefined(name='room') if l_0_room is missing else l_0_room)))
        _loop_vars['over'] = l_1_over
        yield '\n  '
        if ((undefined(name='over') if l_1_over is missing else l_1_over) and ((undefined(name='u') if l_1_u is missing else l_1_u) <= environment.to_compare((undefined(name='least') if l_0_least is missing else l_0_least)))):
            pass
            yield '\n  \n  '
            l_1_words = t_6(context.eval_ctx, (((undefined(name='notes') if l_1_notes is missing else l_1_notes) + (undefined(name='credits') if l_1_credits is missing else l_1_credits)) + [(undefined(name='notice') if l_1_notice is missing else l_1_notice)]), ' ')
            _loop_vars['words'] = l_1_words
            yield '\n  '
            l_1_long = ((t_8(t_20((undefined(name='words') if l_1_words is missing else l_1_words), (undefined(name='column') if l_0_column is missing else l_0_column), (3.5 * (undefined(name='u') if l_1_u is missing else l_1_u)))) * 4.7) * (undefined(name='u') if l_1_u is missing else l_1_u))
            _loop_vars['long'] = l_1_long
            yield '\n  '
            l_1_told = t_3((undefined(name='words') if l_1_words is missing else l_1_words), (undefined(name='column') if l_0_column is missing else l_0_column), t_11(environment, [0, (((undefined(name='long') if l_1_long is missing else l_1_long) - (undefined(name='full') if l_1_full is missing else l_1_full)) + (undefined(name='room') if l_0_room is missing else l_0_room))]), (3.5 * (undefined(name='u') if l_1_u is missing else l_1_u)), (4.7 * (undefined(name='u') if l_1_u is missing else l_1_u)))
            _loop_vars['told'] = l_1_told
            yield '\n  '
        yield '\n  '
        if not isinstance(l_0_fit, Namespace):
            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
        l_0_fit['u'] = (0 if ((undefined(name='over') if l_1_over is missing else l_1_over) and environment.getattr((undefined(name='fit') if l_0_fit is missing else l_0_fit), 'page')) else (t_11(environment, [(undefined(name='next') if l_1_next is missing else l_1_next), (undefined(name='least') if l_0_least is missing else l_0_least)]) if ((undefined(name='over') if l_1_over is missing else l_1_over) and (l_1_left_over > 1)) else ((undefined(name='least') if l_0_least is missing else l_0_least) if (undefined(name='over') if l_1_over is missing else l_1_over) else (t_12(environment, [(undefined(name='next') if l_1_next is missing else l_1_next), (undefined(name='largest') if l_0_largest is missing else l_0_largest)]) if (((undefined(name='next') if l_1_next is missing else l_1_next) > environment.to_compare((1.01 * (undefined(name='u') if l_1_u is missing else l_1_u)))) and ((undefined(name='u') if l_1_u is missing else l_1_u) < environment.to_compare((undefined(name='largest') if l_0_largest is missing else l_0_largest)))) else 0))))
        yield '\n  '
        if (not (undefined(name='over') if l_1_over is missing else l_1_over)):
            pass
            yield '\n  '
            if not isinstance(l_0_fit, Namespace):
                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
            (
            l_0_fit['page'], 
            l_0_fit['head'], 
            l_0_fit['tail']) = ((undefined(name='drawn') if l_1_drawn is missing else l_1_drawn), (undefined(name='head') if l_1_head is missing else l_1_head), (undefined(name='tail') if l_1_tail is missing else l_1_tail))
            yield '\n  '
        yield '\n  '
    l_1_left_over = l_1_u = l_1_least_text = l_1_beside = l_1_text = l_1_small = l_1_head = l_1_tail = l_1_drawn = l_1_measured = l_1_full = l_1_next = l_1_over = l_1_notes = l_1_credits = l_1_notice = l_1_words = l_1_long = l_1_told = missing
    yield '\n  '
    l_0_end = environment.getattr((undefined(name='fit') if l_0_fit is missing else l_0_fit), 'tail')
    context.vars['end'] = l_0_end
    context.exported_vars.add('end')
    yield '\n  '
    if not isinstance(l_0_end, Namespace):
        raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
    l_0_end['y'] = ((((undefined(name='h') if l_0_h is missing else l_0_h) - (undefined(name='margin') if l_0_margin is missing else l_0_margin)) - environment.getattr((undefined(name='end') if l_0_end is missing else l_0_end), 'y')) + environment.getattr((undefined(name='end') if l_0_end is missing else l_0_end), 'small'))
    yield '\n  <g font-family="sans-serif">\n    '
    yield environment.to_markup(environment.getattr((undefined(name='fit') if l_0_fit is missing else l_0_fit), 'page'))
    yield '\n    '
    yield environment.to_markup((environment.call(context, (undefined(name='plans') if l_0_plans is missing else l_0_plans), environment.getattr((undefined(name='fit') if l_0_fit is missing else l_0_fit), 'head')) if (undefined(name='layouts') if l_0_layouts is missing else l_0_layouts) else cond_expr_undefined("the inline if-expression on line 290 in 'how-to-print.svg.j2' evaluated to false and no else section was defined.")))
    yield '\n    '
    yield environment.to_markup(environment.call(context, (undefined(name='foot') if l_0_foot is missing else l_0_foot), (undefined(name='end') if l_0_end is missing else l_0_end)))
    yield '\n  </g>\n</svg>'

blocks = {}
debug_info = '1=140&3=144&4=147&5=151&6=155&10=159&11=178&12=185&13=192&15=197&16=202&17=207&18=216&24=232&25=248&26=253&27=257&29=268&30=276&31=284&32=289&33=292&34=297&37=305&38=314&39=317&40=338&41=343&42=348&45=361&48=369&49=376&53=383&54=392&55=396&56=401&57=408&62=419&63=429&64=433&65=437&66=441&67=446&68=453&69=457&70=463&71=469&72=479&74=485&76=502&80=510&81=522&82=526&83=530&84=535&85=542&86=546&87=553&88=558&89=563&90=567&91=581&93=588&96=598&98=615&101=623&102=633&103=637&104=641&105=645&106=650&107=655&108=661&109=668&110=673&111=677&112=681&113=691&115=695&117=710&118=715&119=723&122=737&124=754&127=762&128=774&129=778&130=782&131=786&132=789&133=795&134=800&137=813&138=816&140=825&141=829&142=833&143=838&144=848&146=858&147=866&148=869&149=874&145=882&152=887&153=891&155=904&156=909&158=919&159=922&160=927&163=935&164=946&165=948&166=950&171=957&172=972&173=976&174=980&176=984&177=988&178=992&179=996&180=1000&181=1004&182=1008&183=1012&184=1018&185=1022&186=1025&188=1037&189=1042&191=1060&192=1069&193=1073&195=1086&198=1098&199=1102&201=1118&204=1126&205=1164&206=1167&207=1172&208=1175&209=1177&210=1180&211=1184&212=1188&213=1191&214=1195&215=1198&216=1202&218=1209&220=1215&221=1218&222=1221&223=1225&224=1229&225=1232&226=1235&227=1242&228=1246&229=1252&231=1259&232=1263&234=1269&235=1274&236=1278&237=1282&238=1286&239=1291&240=1295&241=1300&242=1304&243=1309&245=1316&246=1320&247=1323&248=1326&249=1329&250=1334&251=1338&252=1343&253=1346&255=1352&256=1356&258=1361&262=1368&263=1372&264=1376&265=1392&266=1395&267=1398&268=1401&269=1404&270=1407&271=1410&273=1413&274=1416&275=1419&277=1422&278=1425&279=1428&281=1434&282=1436&283=1441&286=1449&287=1455&289=1457&290=1459&291=1461'
