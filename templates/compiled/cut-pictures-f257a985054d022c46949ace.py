from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'cut-pictures.svg.j2'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_picture = missing
    try:
        t_1 = environment.filters['format']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'format' found.")
    try:
        t_2 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_3 = environment.filters['max']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'max' found.")
    try:
        t_4 = environment.filters['min']
    except KeyError:
        @internalcode
        def t_4(*unused):
            raise TemplateRuntimeError("No filter named 'min' found.")
    try:
        t_5 = environment.filters['own_words']
    except KeyError:
        @internalcode
        def t_5(*unused):
            raise TemplateRuntimeError("No filter named 'own_words' found.")
    try:
        t_6 = environment.filters['select']
    except KeyError:
        @internalcode
        def t_6(*unused):
            raise TemplateRuntimeError("No filter named 'select' found.")
    try:
        t_7 = environment.filters['sort']
    except KeyError:
        @internalcode
        def t_7(*unused):
            raise TemplateRuntimeError("No filter named 'sort' found.")
    pass
    yield '\n'
    def macro(l_1_layout, l_1_x, l_1_y, l_1_scale, l_1_u, l_1_ink, l_1_soft, l_1_accent, l_1_ground):
        t_8 = []
        l_1_namespace = resolve('namespace')
        l_1_least = l_1_small = l_1_size = l_1_r = l_1_taken = l_1_digits = l_1_says = missing
        if l_1_layout is missing:
            l_1_layout = undefined("parameter 'layout' was not provided", name='layout')
        if l_1_x is missing:
            l_1_x = undefined("parameter 'x' was not provided", name='x')
        if l_1_y is missing:
            l_1_y = undefined("parameter 'y' was not provided", name='y')
        if l_1_scale is missing:
            l_1_scale = undefined("parameter 'scale' was not provided", name='scale')
        if l_1_u is missing:
            l_1_u = undefined("parameter 'u' was not provided", name='u')
        if l_1_ink is missing:
            l_1_ink = undefined("parameter 'ink' was not provided", name='ink')
        if l_1_soft is missing:
            l_1_soft = undefined("parameter 'soft' was not provided", name='soft')
        if l_1_accent is missing:
            l_1_accent = undefined("parameter 'accent' was not provided", name='accent')
        if l_1_ground is missing:
            l_1_ground = undefined("parameter 'ground' was not provided", name='ground')
        pass
        t_8.extend((
            '\n<g transform="translate(',
            environment.to_markup(l_1_x),
            ' ',
            environment.to_markup(l_1_y),
            ')">\n  <rect width="',
            environment.to_markup((environment.getattr(l_1_layout, 'width') * l_1_scale)),
            '" height="',
            environment.to_markup((environment.getattr(l_1_layout, 'height') * l_1_scale)),
            '" fill="none" stroke="',
            environment.to_markup(l_1_soft),
            '" stroke-width="0.15"/>\n  ',
        ))
        for l_2_piece in environment.getattr(l_1_layout, 'pieces'):
            _loop_vars = {}
            pass
            t_8.extend((
                '\n  <rect x="',
                environment.to_markup((environment.getattr(l_2_piece, 'x') * l_1_scale)),
                '" y="',
                environment.to_markup((environment.getattr(l_2_piece, 'y') * l_1_scale)),
                '" width="',
                environment.to_markup((environment.getattr(l_2_piece, 'w') * l_1_scale)),
                '" height="',
                environment.to_markup((environment.getattr(l_2_piece, 'h') * l_1_scale)),
                '" fill="',
                environment.to_markup(l_1_ground),
                '"/>\n  ',
            ))
        l_2_piece = missing
        t_8.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_piece, l_2_loop in LoopContext(environment.getattr(l_1_layout, 'loose'), undefined):
            _loop_vars = {}
            pass
            t_8.append(
                '\n  ',
            )
            if environment.getattr(l_2_piece, 'points'):
                pass
                t_8.append(
                    '\n  <path d="',
                )
                l_3_loop = missing
                for l_3_at, l_3_loop in LoopContext(environment.getattr(l_2_piece, 'points'), undefined):
                    _loop_vars = {}
                    pass
                    t_8.extend((
                        environment.to_markup(('M' if environment.getattr(l_3_loop, 'first') else 'L')),
                        environment.to_markup((environment.getitem(l_3_at, 0) * l_1_scale)),
                        ' ',
                        environment.to_markup((environment.getitem(l_3_at, 1) * l_1_scale)),
                        ' ',
                    ))
                l_3_loop = l_3_at = missing
                t_8.extend((
                    'Z" fill="',
                    environment.to_markup(l_1_ground),
                    '"/>\n  ',
                ))
            else:
                pass
                t_8.extend((
                    '\n  <ellipse cx="',
                    environment.to_markup(((environment.getattr(l_2_piece, 'x') + (environment.getattr(l_2_piece, 'w') / 2)) * l_1_scale)),
                    '" cy="',
                    environment.to_markup(((environment.getattr(l_2_piece, 'y') + (environment.getattr(l_2_piece, 'h') / 2)) * l_1_scale)),
                    '" rx="',
                    environment.to_markup(((environment.getattr(l_2_piece, 'w') / 2) * l_1_scale)),
                    '" ry="',
                    environment.to_markup(((environment.getattr(l_2_piece, 'h') / 2) * l_1_scale)),
                    '" fill="',
                    environment.to_markup(l_1_ground),
                    '"/>\n  ',
                ))
            t_8.append(
                '\n  ',
            )
        l_2_loop = l_2_piece = missing
        t_8.append(
            '\n  ',
        )
        for l_2_step in environment.getattr(l_1_layout, 'steps'):
            _loop_vars = {}
            pass
            t_8.append(
                '\n  ',
            )
            for l_3_line in environment.getattr(l_2_step, 'lines'):
                _loop_vars = {}
                pass
                t_8.extend((
                    '\n  <path d="M',
                    environment.to_markup((environment.getitem(l_3_line, 0) * l_1_scale)),
                    ' ',
                    environment.to_markup((environment.getitem(l_3_line, 1) * l_1_scale)),
                    ' L',
                    environment.to_markup((environment.getitem(l_3_line, 2) * l_1_scale)),
                    ' ',
                    environment.to_markup((environment.getitem(l_3_line, 3) * l_1_scale)),
                    '" fill="none" stroke="',
                    environment.to_markup(l_1_ink),
                    '" stroke-width="',
                    environment.to_markup((0.2 if environment.getattr(l_2_step, 'margin') else 0.3)),
                    '"',
                ))
                if environment.getattr(l_2_step, 'margin'):
                    pass
                    t_8.append(
                        ' stroke-dasharray="0.9 0.6"',
                    )
                t_8.append(
                    '/>\n  ',
                )
            l_3_line = missing
            t_8.append(
                '\n  ',
            )
        l_2_step = missing
        t_8.append(
            '\n  \n  ',
        )
        l_1_least = t_4(environment, [2.83, (4.4 * l_1_u)])
        t_8.append(
            '\n  ',
        )
        (l_1_small, l_1_size) = (t_3(environment, [(2.9 * l_1_u), (undefined(name='least') if l_1_least is missing else l_1_least)]), t_3(environment, [(2 * l_1_u), (undefined(name='least') if l_1_least is missing else l_1_least), 2.12]))
        t_8.append(
            '\n  ',
        )
        l_1_r = (0.68 * (undefined(name='size') if l_1_size is missing else l_1_size))
        t_8.append(
            '\n  ',
        )
        l_1_taken = environment.call(context, (undefined(name='namespace') if l_1_namespace is missing else l_1_namespace), across=[], down=[], circles=[])
        t_8.append(
            '\n  ',
        )
        def macro(l_2_x, l_2_y, l_2_number):
            t_9 = []
            if l_2_x is missing:
                l_2_x = undefined("parameter 'x' was not provided", name='x')
            if l_2_y is missing:
                l_2_y = undefined("parameter 'y' was not provided", name='y')
            if l_2_number is missing:
                l_2_number = undefined("parameter 'number' was not provided", name='number')
            pass
            t_9.extend((
                '\n  <text x="',
                environment.to_markup(l_2_x),
                '" y="',
                environment.to_markup((l_2_y + (0.34 * (undefined(name='size') if l_1_size is missing else l_1_size)))),
                '" font-size="',
                environment.to_markup((undefined(name='size') if l_1_size is missing else l_1_size)),
                '" font-weight="700" text-anchor="middle" fill="',
                environment.to_markup(l_1_accent),
                '">',
                environment.to_markup(l_2_number),
                '</text>\n  ',
            ))
            return concat(t_9)
        l_1_digits = Macro(environment, macro, 'digits', ('x', 'y', 'number'), False, False, False, context.eval_ctx.autoescape)
        t_8.append(
            '\n  ',
        )
        l_2_loop = missing
        for l_2_step, l_2_loop in LoopContext(environment.getattr(l_1_layout, 'steps'), undefined):
            l_2_number = l_2_told = missing
            _loop_vars = {}
            pass
            t_8.append(
                '\n  ',
            )
            l_2_number = environment.getattr(l_2_loop, 'index')
            _loop_vars['number'] = l_2_number
            t_8.append(
                '\n  ',
            )
            l_2_told = environment.call(context, (undefined(name='namespace') if l_1_namespace is missing else l_1_namespace), last=(-100), strips=[], count=0, _loop_vars=_loop_vars)
            _loop_vars['told'] = l_2_told
            t_8.append(
                '\n  ',
            )
            l_3_loop = missing
            for l_3_line, l_3_loop in LoopContext(environment.getattr(l_2_step, 'lines'), undefined):
                l_3_free = resolve('free')
                l_3_end = resolve('end')
                l_3_cx = resolve('cx')
                l_3_cy = resolve('cy')
                l_3_at = l_3_start = missing
                _loop_vars = {}
                pass
                t_8.append(
                    '\n  ',
                )
                l_3_at = ((environment.getitem(l_3_line, 1) if environment.getattr(l_2_step, 'level') else environment.getitem(l_3_line, 0)) * l_1_scale)
                _loop_vars['at'] = l_3_at
                t_8.append(
                    '\n  ',
                )
                l_3_start = ((environment.getitem(l_3_line, 0) if environment.getattr(l_2_step, 'level') else environment.getitem(l_3_line, 1)) * l_1_scale)
                _loop_vars['start'] = l_3_start
                t_8.append(
                    '\n  ',
                )
                if ((not (undefined(name='start') if l_3_start is missing else l_3_start)) and (((undefined(name='at') if l_3_at is missing else l_3_at) - environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'last')) > (1.4 * (undefined(name='size') if l_1_size is missing else l_1_size)))):
                    pass
                    t_8.append(
                        '\n  ',
                    )
                    if not isinstance(l_2_told, Namespace):
                        raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                    (
                    l_2_told['last'], 
                    l_2_told['count']) = ((undefined(name='at') if l_3_at is missing else l_3_at), (environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'count') + 1))
                    t_8.append(
                        '\n  ',
                    )
                    l_3_free = environment.call(context, (undefined(name='namespace') if l_1_namespace is missing else l_1_namespace), at=(undefined(name='at') if l_3_at is missing else l_3_at), _loop_vars=_loop_vars)
                    _loop_vars['free'] = l_3_free
                    t_8.append(
                        '\n  ',
                    )
                    for l_4_other in t_7(environment, (environment.getattr((undefined(name='taken') if l_1_taken is missing else l_1_taken), 'down') if environment.getattr(l_2_step, 'level') else environment.getattr((undefined(name='taken') if l_1_taken is missing else l_1_taken), 'across'))):
                        _loop_vars = {}
                        pass
                        t_8.append(
                            '\n  ',
                        )
                        if ((environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at') > (l_4_other - (1.25 * (undefined(name='size') if l_1_size is missing else l_1_size)))) and (environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at') < environment.to_compare((l_4_other + (1.25 * (undefined(name='size') if l_1_size is missing else l_1_size)))))):
                            pass
                            if not isinstance(l_3_free, Namespace):
                                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                            l_3_free['at'] = (l_4_other + (1.25 * (undefined(name='size') if l_1_size is missing else l_1_size)))
                        t_8.append(
                            '\n  ',
                        )
                    l_4_other = missing
                    t_8.append(
                        '\n  ',
                    )
                    if environment.getattr(l_2_step, 'level'):
                        pass
                        if not isinstance(l_1_taken, Namespace):
                            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                        l_1_taken['down'] = (environment.getattr((undefined(name='taken') if l_1_taken is missing else l_1_taken), 'down') + [environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at')])
                    else:
                        pass
                        if not isinstance(l_1_taken, Namespace):
                            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                        l_1_taken['across'] = (environment.getattr((undefined(name='taken') if l_1_taken is missing else l_1_taken), 'across') + [environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at')])
                    t_8.extend((
                        '\n  ',
                        environment.to_markup(environment.call(context, (undefined(name='digits') if l_1_digits is missing else l_1_digits), (((-0.8) * (undefined(name='size') if l_1_size is missing else l_1_size)) if environment.getattr(l_2_step, 'level') else environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at')), (environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at') if environment.getattr(l_2_step, 'level') else ((-0.72) * (undefined(name='size') if l_1_size is missing else l_1_size))), (undefined(name='number') if l_2_number is missing else l_2_number), _loop_vars=_loop_vars)),
                        '\n  ',
                    ))
                elif (((undefined(name='start') if l_3_start is missing else l_3_start) and (environment.to_compare((undefined(name='start') if l_3_start is missing else l_3_start)) not in environment.to_compare(environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'strips')))) and (not (environment.getattr(l_2_step, 'margin') and environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'count')))):
                    pass
                    t_8.append(
                        '\n  ',
                    )
                    l_3_end = ((environment.getitem(l_3_line, 2) if environment.getattr(l_2_step, 'level') else environment.getitem(l_3_line, 3)) * l_1_scale)
                    _loop_vars['end'] = l_3_end
                    t_8.append(
                        '\n  ',
                    )
                    l_3_free = environment.call(context, (undefined(name='namespace') if l_1_namespace is missing else l_1_namespace), at=(((undefined(name='start') if l_3_start is missing else l_3_start) + (undefined(name='r') if l_1_r is missing else l_1_r)) + 0.3), _loop_vars=_loop_vars)
                    _loop_vars['free'] = l_3_free
                    t_8.append(
                        '\n  ',
                    )
                    for (l_4_x, l_4_y) in t_7(environment, environment.getattr((undefined(name='taken') if l_1_taken is missing else l_1_taken), 'circles'), attribute=(0 if environment.getattr(l_2_step, 'level') else 1)):
                        l_4_along = l_4_across = missing
                        _loop_vars = {}
                        pass
                        t_8.append(
                            '\n  ',
                        )
                        (l_4_along, l_4_across) = ((l_4_x, l_4_y) if environment.getattr(l_2_step, 'level') else (l_4_y, l_4_x))
                        _loop_vars.update({'across': l_4_across, 'along': l_4_along})
                        t_8.append(
                            '\n  ',
                        )
                        if ((((environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at') - (undefined(name='along') if l_4_along is missing else l_4_along)) ** 2) + (((undefined(name='at') if l_3_at is missing else l_3_at) - (undefined(name='across') if l_4_across is missing else l_4_across)) ** 2)) < (((2 * (undefined(name='r') if l_1_r is missing else l_1_r)) + 0.2) ** 2)):
                            pass
                            if not isinstance(l_3_free, Namespace):
                                raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                            l_3_free['at'] = (((undefined(name='along') if l_4_along is missing else l_4_along) + (2 * (undefined(name='r') if l_1_r is missing else l_1_r))) + 0.2)
                        t_8.append(
                            '\n  ',
                        )
                    l_4_x = l_4_y = l_4_along = l_4_across = missing
                    t_8.append(
                        '\n  \n  ',
                    )
                    if (((environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at') == environment.to_compare((((undefined(name='start') if l_3_start is missing else l_3_start) + (undefined(name='r') if l_1_r is missing else l_1_r)) + 0.3))) or ((environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at') + (undefined(name='r') if l_1_r is missing else l_1_r)) <= environment.to_compare((undefined(name='end') if l_3_end is missing else l_3_end)))) or (environment.getattr(l_3_loop, 'last') and (not environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'count')))):
                        pass
                        t_8.append(
                            '\n  ',
                        )
                        (l_3_cx, l_3_cy) = ((environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at'), (undefined(name='at') if l_3_at is missing else l_3_at)) if environment.getattr(l_2_step, 'level') else ((undefined(name='at') if l_3_at is missing else l_3_at), environment.getattr((undefined(name='free') if l_3_free is missing else l_3_free), 'at')))
                        _loop_vars.update({'cx': l_3_cx, 'cy': l_3_cy})
                        t_8.append(
                            '\n  ',
                        )
                        if not isinstance(l_2_told, Namespace):
                            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                        (
                        l_2_told['strips'], 
                        l_2_told['count']) = ((environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'strips') + [(undefined(name='start') if l_3_start is missing else l_3_start)]), (environment.getattr((undefined(name='told') if l_2_told is missing else l_2_told), 'count') + 1))
                        t_8.append(
                            '\n  ',
                        )
                        if not isinstance(l_1_taken, Namespace):
                            raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                        l_1_taken['circles'] = (environment.getattr((undefined(name='taken') if l_1_taken is missing else l_1_taken), 'circles') + [((undefined(name='cx') if l_3_cx is missing else l_3_cx), (undefined(name='cy') if l_3_cy is missing else l_3_cy))])
                        t_8.extend((
                            '\n  <circle cx="',
                            environment.to_markup((undefined(name='cx') if l_3_cx is missing else l_3_cx)),
                            '" cy="',
                            environment.to_markup((undefined(name='cy') if l_3_cy is missing else l_3_cy)),
                            '" r="',
                            environment.to_markup((undefined(name='r') if l_1_r is missing else l_1_r)),
                            '" fill="#ffffff" stroke="',
                            environment.to_markup(l_1_accent),
                            '" stroke-width="0.2"/>\n  ',
                            environment.to_markup(environment.call(context, (undefined(name='digits') if l_1_digits is missing else l_1_digits), (undefined(name='cx') if l_3_cx is missing else l_3_cx), (undefined(name='cy') if l_3_cy is missing else l_3_cy), (undefined(name='number') if l_2_number is missing else l_2_number), _loop_vars=_loop_vars)),
                            '\n  ',
                        ))
                    t_8.append(
                        '\n  ',
                    )
                t_8.append(
                    '\n  ',
                )
            l_3_loop = l_3_line = l_3_at = l_3_start = l_3_free = l_3_end = l_3_cx = l_3_cy = missing
            t_8.append(
                '\n  ',
            )
        l_2_loop = l_2_step = l_2_number = l_2_told = missing
        t_8.append(
            '\n  ',
        )
        l_1_says = t_2(context.eval_ctx, t_6(context, [(t_1(t_5(context, ('%d cut' if (environment.getattr(l_1_layout, 'cuts') == 1) else '%d cuts')), environment.getattr(l_1_layout, 'cuts')) if environment.getattr(l_1_layout, 'cuts') else ''), (t_5(context, 'scissors') if environment.getattr(l_1_layout, 'scissors') else '')]), t_5(context, ', then '))
        t_8.extend((
            '\n  <text y="',
            environment.to_markup(((environment.getattr(l_1_layout, 'height') * l_1_scale) + (1.4 * (undefined(name='small') if l_1_small is missing else l_1_small)))),
            '" font-size="',
            environment.to_markup((undefined(name='small') if l_1_small is missing else l_1_small)),
            '" font-weight="700" fill="',
            environment.to_markup(l_1_ink),
            '">',
            environment.to_markup(environment.getattr(l_1_layout, 'sheets')),
            environment.to_markup((t_5(context, ', folded') if environment.getattr(l_1_layout, 'folded') else cond_expr_undefined("the inline if-expression on line 63 in 'cut-pictures.svg.j2' evaluated to false and no else section was defined."))),
            '</text>\n  <text y="',
            environment.to_markup(((environment.getattr(l_1_layout, 'height') * l_1_scale) + (2.7 * (undefined(name='small') if l_1_small is missing else l_1_small)))),
            '" font-size="',
            environment.to_markup((undefined(name='small') if l_1_small is missing else l_1_small)),
            '" fill="',
            environment.to_markup(l_1_soft),
            '">',
            environment.to_markup((undefined(name='says') if l_1_says is missing else l_1_says)),
            '</text>\n</g>\n',
        ))
        return concat(t_8)
    context.exported_vars.add('picture')
    context.vars['picture'] = l_0_picture = Macro(environment, macro, 'picture', ('layout', 'x', 'y', 'scale', 'u', 'ink', 'soft', 'accent', 'ground'), False, False, False, context.eval_ctx.autoescape)

blocks = {}
debug_info = '3=55&4=80&5=84&6=91&7=96&9=112&10=118&11=124&13=144&16=162&17=168&18=173&23=202&24=206&25=210&26=214&27=218&28=229&30=246&31=253&32=258&33=264&34=275&35=280&36=285&37=292&38=298&39=303&40=309&42=321&43=333&44=336&45=341&46=346&47=351&48=358&49=363&52=375&53=380&54=387&55=395&56=398&57=406&62=423&63=426&64=435'
